#!/usr/bin/env bash
# Makes one deliberate fault at a time in a copy of the repository, and wants the
# test that is named beside it to fail. Prints a table; ends with status 1 if a
# fault lives. FAULT (a regular expression) chooses some.
set -uo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go} only=${FAULT:-.} lived=0
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -co --exclude-standard -z | xargs -0 cp -P --parents -t "$copy" 2>/dev/null

# fault NAME FILE WHAT WITH PACKAGE TEST: in the file put WITH in the place of the
# one WHAT there is.
fault() {
	local name=$1 file=$copy/$2 what=$3 with=$4 package=$5 test=$6 text
	grep -qE "$only" <<<"$name" || return 0
	text=$(cat "$file" && echo .)
	if [[ "$text" != *"$what"* || "${text#*"$what"}" == *"$what"* ]]; then
		echo "$name: $2 does not have it once: $what"
		lived=1
		return
	fi
	printf '%s' "${text/"$what"/"$with"}" | sed '$ d' >"$file"
	local said result
	said=$(cd "$copy" && "$go" test -count=1 -timeout 10m -run "^$test\$" "$package" 2>&1)
	case $said in
	*"--- FAIL: "* | *"panic: test timed out"*) result="caught" ;;
	*"build failed"* | *"setup failed"*) result="DOES NOT COMPILE" lived=1 ;;
	*) result="LIVES" lived=1 ;;
	esac
	printf '%-44s %-8s %s %s\n' "$name" "$result" "$package" "$test"
	[ "$result" = caught ] || tail -n 5 <<<"$said"
	cp -P "$2" "$file"
}

fault "a latency is dropped" scenes/sim/graph.go \
	'return g.add(id, on, latency, n, via, needs)' 'return g.add(id, on, 0, n, via, needs)' ./scenes/collective TestScene/default
fault "a share at a bottleneck is wrong" scenes/sim/share.go \
	'w.rest -= float64(float64(w.taken) * lowest)' 'w.rest -= lowest' ./scenes/sim FuzzRun
fault "two chunks are swapped" scenes/collective/ring.go \
	'chunk: int32(r.chunk(at + i - step.behind))' 'chunk: int32(r.chunk(at + i - (step.behind ^ 1)))' ./scenes/collective TestRingSendsWhatNCCLSends
fault "the ring forgets to reduce" scenes/collective/ring.go \
	'if j.op == allReduce || j.op == reduceScatter {' 'if j.op == reduceScatter {' ./scenes/collective TestRingSendsWhatNCCLSends
fault "an ID comes twice" scenes/collective/ring.go \
	'id := sim.ID{Kind: p.kind, A: int32(from), B: int32(k)}' 'id := sim.ID{Kind: p.kind, A: int32(from)}' ./scenes/collective TestScene/default
fault "a warm-up is one too long" scenes/pipeline/writer.go \
	'warm := min(w.micro, w.ranks-1-w.rank)' 'warm := min(w.micro, w.ranks-w.rank)' ./scenes/pipeline TestOrdersAreThoseOfTheProjects
fault "recomputation is not counted" scenes/pipeline/cost.go \
	'2*one.Attention + llm.Recompute(j.p.Recompute).Extra(one).Total()' '2*one.Attention' ./scenes/pipeline TestModelTimes
fault "a gradient's shard is divided by the wrong n" scenes/fsdp/memory.go \
	'*s.number/s.gradShards())' '*s.number/s.optimizerShards())' ./scenes/fsdp TestZeROTable1
fault "an optimizer's shard is not divided" scenes/fsdp/memory.go \
	'*s.stateBytes()/s.optimizerShards())' '*s.stateBytes())' ./scenes/fsdp TestZeROTable1
fault "a count of tiles is rounded down" scenes/flash/job.go \
	'return (a + b - 1) / b' 'return a / b' ./scenes/flash TestCountsAreThoseOfTheLoops
fault "a block is leaked" scenes/paged/block/manager.go \
	'if m.drop(b); m.refs[b] == 0 {' 'if m.drop(b); m.refs[b] == 0 && b > 0 {' ./scenes/paged/block FuzzOperations
fault "a shared block is written" scenes/paged/block/manager.go \
	'm.refs[s.table[s.held/s.size]] > 1' 'm.refs[s.table[s.held/s.size]] > 2' ./scenes/paged/block FuzzOperations
fault "keys and values are counted twice" scenes/llm/kv.go \
	'return 2 * m.KVHeads * m.HeadDim' 'return 4 * m.KVHeads * m.HeadDim' ./scenes/llm TestKVCacheIsExact
fault "a bandwidth is that of both ways" scenes/hw/link.go \
	'Bandwidth: 450e9, Wiring' 'Bandwidth: 900e9, Wiring' ./scenes/hw TestLinksSayWhatTheSourcesSay
fault "a list is joined as another language does" scenes/message.go \
	'Say("list.comma").Text(lang)' 'Say("list.comma").Text(Langs[0])' ./scenes TestMessagesAreWrittenAsTheirLanguageDoes
fault "a plural is always one" scenes/message.go \
	'if m.Args[i] == 1 {' 'if m.Args[i] != 0 {' ./scenes TestMessagesAreWrittenAsTheirLanguageDoes
fault "a link does not escape a value" scenes/report/new.go \
	'strings.ReplaceAll(url.QueryEscape(v.Text), "%2F", "/")' 'v.Text' ./scenes/report TestAQueryIsReadBackAsWritten
fault "a product may be fused with a sum" scenes/sim/share.go \
	'float64(float64(w.taken) * lowest)' 'float64(w.taken) * lowest' ./scenes/sim TestHashOnOtherPlatforms
exit "$lived"
