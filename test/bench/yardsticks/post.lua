-- Updates of a thousand listings in turn, made ready before the first is sent.
local requests = {}
local next = 0

function init(args)
  local headers = { ["Authorization"] = args[1], ["User-Agent"] = "yardstick" }
  for number = 0, 999 do
    local path = string.format("/v1/listings/%s%012d?currency=usd&cost=1234", args[2], number)
    requests[number] = wrk.format("POST", path, headers)
  end
end

function request()
  next = (next + 1) % 1000
  return requests[next]
end
