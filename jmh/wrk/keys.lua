-- wrk script: adds to KEYS counters (default 1,000,000), each command under an id of its own. LINES=0 (default) sends one add
-- of a random counter per request; LINES=1000 sends batches of 1,000 adds, whose counters follow each other.
-- LINES=1000 wrk -t1 -c8 -d90s --latency -s jmh/wrk/keys.lua http://127.0.0.1:8080
local run = os.time() * 1000
local keys = tonumber(os.getenv("KEYS") or "1000000")
local lines = tonumber(os.getenv("LINES") or "0")
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
  math.randomseed(run + thread_id)
end

local function add(key)
  return '"ops":[{"op":"add","key":"stock:' .. key .. '","delta":1}]}'
end

function request()
  if lines == 0 then
    count = count + 1
    return wrk.format("POST", "/v1/transactions",
      { ["Content-Type"] = "application/json", ["Idempotency-Key"] = "k" .. run .. "-" .. thread_id .. "-" .. count },
      "{" .. add(math.random(keys)))
  end
  local body = {}
  for i = 1, lines do
    count = count + 1
    body[i] = '{"id":"k' .. run .. "-" .. thread_id .. "-" .. count .. '",' .. add(count % keys + 1)
  end
  return wrk.format("POST", "/v1/batch", { ["Content-Type"] = "application/x-ndjson" }, table.concat(body, "\n"))
end

function response(status, headers, body)
  if status ~= 200 or (lines > 0 and select(2, body:gsub('"status":200', "")) ~= lines) then
    bad = bad + 1
  end
end

function done(summary, latency)
  local bad_answers = 0
  for _, thread in ipairs(threads) do
    bad_answers = bad_answers + thread:get("bad")
  end
  local commands = summary.requests * math.max(lines, 1)
  io.write(string.format("commands %d, %.0f/s, p50 %.2f ms, p99 %.2f ms, bad answers %d, socket errors %d\n", commands,
    commands / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, bad_answers,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
