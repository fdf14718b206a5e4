package paged
