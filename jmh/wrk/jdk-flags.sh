#!/usr/bin/env bash
# Flags of the node's and the broker's JVM in turn, each set on a lane of its own: CPU of a sale (node, broker, and all
# processes but the generator) and latencies, in the closed loop and at 10,000/s. Needs JDK 25 (JAVA_HOME, or the newest
# here) and a machine without other work; a round of all sets takes 25 minutes. WARM_UP and WINDOW are seconds.
#
#   WARM_UP=60 WINDOW=10 jmh/wrk/jdk-flags.sh [rounds, default 3] [pattern of names]
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
rounds=${1:-3} pattern=${2:-.}
young='-Xms512m -Xmn384m'
parallel='-XX:+UseParallelGC' compact='-XX:+UseCompactObjectHeaders'

# Name, flags of the node, flags of the broker.
sets() {
  cat << SETS
as it is|$young|
compact|$young $compact|
compact, both|$young $compact|$compact
parallel|$young $parallel|
parallel, compact|$young $parallel $compact|
parallel, compact, both|$young $parallel $compact|-XX:-UseG1GC $parallel $compact
serial|$young -XX:+UseSerialGC|
generational ZGC|-Xms1g -Xmx1g -XX:+UseZGC|
young 96 MB|-Xms512m -Xmn96m|
young 768 MB|-Xms1g -Xmn768m|
SETS
}

# One row for each load, out of a line such as `closed loop: 27,545/s ok, p50 8.10 ms, ..., p99 ...; cores: broker 0.19, ...`.
rows() {
  awk -v name="$1" -v round="$2" '
    / cores: / {
      load = $0; sub(/^ */, "", load); sub(/: .*/, "", load)
      rate = $0; sub(/^[^:]*: /, "", rate); sub(/\/s ok.*/, "", rate); gsub(/,/, "", rate)
      p50 = $0; sub(/.* p50 /, "", p50); sub(/ .*/, "", p50)
      p99 = $0; sub(/.* p99 /, "", p99); sub(/,.*/, "", p99)
      cores = $0; sub(/.* cores: /, "", cores)
      all = 0; split("", one)
      for (i = split(cores, part, /, /); i > 0; i--) {
        value = part[i]; sub(/.* /, "", value); key = part[i]; sub(/ [^ ]*$/, "", key)
        one[key] = value
        if (key !~ /generator/) all += value
      }
      if (rate > 0) printf "| %s | %d | %s | %d | %.1f | %.1f | %.1f | %s | %s |\n", name, round, load, rate, one["processor"] * 1e6 / rate, one["broker"] * 1e6 / rate, all * 1e6 / rate, p50, p99
    }'
}

echo '| flags | round | load | sold/s | node us | broker us | all but the generator us | p50 ms | p99 ms |'
echo '|---|---|---|---|---|---|---|---|---|'
for ((round = 1; round <= rounds; round++)); do
  sets | grep -E -- "$pattern" | while IFS='|' read -r name node broker; do
    ./hotlane bench http --closed --rates 10000 --warmup "${WARM_UP:-60}" --seconds "${WINDOW:-10}" --repeats 3 \
      --gateway-jvm-options "$node" --broker-jvm-options "$broker" < /dev/null 2> /dev/null | rows "$name" "$round"
  done
done
