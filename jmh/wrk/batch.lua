-- wrk script: a batch of LINES (default 1000) adds to one hot counter per request, each under an id of its own. One
-- command is one line, so commands/s are LINES times the requests/s; a status or line that is no success ends the run.
-- wrk -t1 -c8 -d30s --latency -s jmh/wrk/batch.lua http://127.0.0.1:8080
local run = os.time() * 1000
local lines = tonumber(os.getenv("LINES") or "1000")
local thread_number = 0
local count = 0
local threads = {}

function setup(thread)
  thread:set("thread_id", thread_number)
  thread_number = thread_number + 1
  table.insert(threads, thread)
end

function init()
  bad = 0
end

function request()
  local body = {}
  for i = 1, lines do
    count = count + 1
    body[i] = '{"id":"b' .. run .. "-" .. thread_id .. "-" .. count
      .. '","ops":[{"op":"add","key":"stock:hot","delta":1}]}'
  end
  return wrk.format("POST", "/v1/batch", { ["Content-Type"] = "application/x-ndjson" }, table.concat(body, "\n"))
end

function response(status, headers, body)
  local _, done_lines = body:gsub('"status":200', "")
  if status ~= 200 or done_lines ~= lines then
    bad = bad + 1
  end
end

function done(summary)
  local bad_batches = 0
  for _, thread in ipairs(threads) do
    bad_batches = bad_batches + thread:get("bad")
  end
  io.write(string.format("commands/s %.0f, bad batches %d, socket errors %d\n",
    summary.requests * lines / summary.duration * 1e6, bad_batches,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
