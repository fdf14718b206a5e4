"""The 1F1B pipeline of engine.go in plain Python, to show the factor on this machine.

An ordinary discrete-event simulation: a heap of the ends of running tasks, streams
that serve their tasks in order, a count of what each task still waits for.

    python3 pipeline.py STAGES MICROBATCHES

prints the tasks, the end in picoseconds and the seconds that the simulation took,
without those for setting the tasks up.
"""

import heapq
import json
import sys
import time

FORWARD, BACKWARD, SEND = 10_000_000, 20_000_000, 1_000_000


class Task:
    __slots__ = ("stream", "length", "waits", "feeds", "start", "end")

    def __init__(self, stream, length):
        self.stream, self.length = stream, length
        self.waits, self.feeds = 0, []
        self.start = self.end = None


class Stream:
    __slots__ = ("tasks", "next", "busy")

    def __init__(self):
        self.tasks, self.next, self.busy = [], 0, False


def pipeline(stages, microbatches):
    """The streams with their tasks in order, and all tasks."""
    streams, tasks = [], []

    def stream():
        streams.append(Stream())
        return streams[-1]

    def task(on, length, *needs):
        t = Task(on, length)
        on.tasks.append(t)
        tasks.append(t)
        for n in needs:
            need(t, n)
        return t

    def need(t, n):
        n.feeds.append(t)
        t.waits += 1

    compute, right, left = ([stream() for _ in range(stages)] for _ in range(3))
    fwd, bwd, act, grad = ([[None] * microbatches for _ in range(stages)] for _ in range(4))

    def forward(s, m):
        fwd[s][m] = task(compute[s], FORWARD)
        if s < stages - 1:
            act[s][m] = task(right[s], SEND, fwd[s][m])

    def backward(s, m):
        bwd[s][m] = task(compute[s], BACKWARD, fwd[s][m])
        if s > 0:
            grad[s][m] = task(left[s], SEND, bwd[s][m])

    for s in range(stages):
        warm = min(microbatches, stages - 1 - s)
        for m in range(warm):
            forward(s, m)
        for m in range(warm, microbatches):
            forward(s, m)
            backward(s, m - warm)
        for m in range(microbatches - warm, microbatches):
            backward(s, m)
    for s in range(stages):
        for m in range(microbatches):
            if s > 0:
                need(fwd[s][m], act[s - 1][m])
            if s < stages - 1:
                need(bwd[s][m], grad[s + 1][m])
    return streams, tasks


def run(streams):
    """Gives each task its start and end; returns the last end."""
    now, order, running = 0, 0, []

    def begin(stream):
        nonlocal order
        if stream.busy or stream.next == len(stream.tasks):
            return
        t = stream.tasks[stream.next]
        if t.waits:
            return
        stream.busy = True
        stream.next += 1
        t.start, t.end = now, now + t.length
        heapq.heappush(running, (t.end, order, t))
        order += 1

    for s in streams:
        begin(s)
    while running:
        now = running[0][0]
        touched = []
        while running and running[0][0] == now:
            t = heapq.heappop(running)[2]
            t.stream.busy = False
            touched.append(t.stream)
            for f in t.feeds:
                f.waits -= 1
                if not f.waits:
                    touched.append(f.stream)
        for s in touched:
            begin(s)
    return now


def main():
    streams, tasks = pipeline(int(sys.argv[1]), int(sys.argv[2]))
    began = time.perf_counter()
    end = run(streams)
    seconds = time.perf_counter() - began
    assert all(t.end is not None for t in tasks), "a task that never ran"
    print(json.dumps({"tasks": len(tasks), "end_ps": end, "seconds": seconds}))


main()
