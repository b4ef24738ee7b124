-- wrk script: the path of the URL, 16 GETs in one write.
local requests = {}

function init(args)
  for i = 1, 16 do
    requests[i] = wrk.format("GET")
  end
  requests = table.concat(requests)
end

function request()
  return requests
end

function done(summary, latency)
  io.write(string.format("requests %d in %d us, failed %d, p50 %d us, p99 %d us\n", summary.requests, summary.duration,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout + summary.errors.status,
    latency:percentile(50), latency:percentile(99)))
end
