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

function done(summary)
  io.write(string.format("requests %d in %d us, failed %d\n", summary.requests, summary.duration,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout + summary.errors.status))
end
