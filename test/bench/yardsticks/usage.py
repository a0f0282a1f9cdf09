"""Says at the end of a script what it took of the machine, in the words that run-child.ts reads."""
import json
import re
import resource
import sys


def tell_usage():
    own = resource.getrusage(resource.RUSAGE_SELF)
    with open("/proc/self/status") as status:
        peak = int(re.search(r"VmHWM:\s*(\d+)", status.read()).group(1)) * 1024
    usage = {"cpuMs": (own.ru_utime + own.ru_stime) * 1000, "peakBytes": peak}
    sys.stderr.write("\nusage " + json.dumps(usage) + "\n")
