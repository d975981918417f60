"""Timed runs, medians, and the lines that say what they come to."""

import dataclasses
import json
import os
import statistics
import subprocess
import time


@dataclasses.dataclass
class Sample:
    seconds: float
    peak: int      # KiB
    written: int   # bytes that the program dirtied, as the kernel accounts them to it
    own: float     # seconds of CPU
    others: float  # seconds of CPU that everything else took meanwhile, the kernel's threads included


class Meter:
    """Runs programs through bench/run and keeps what came out of each."""

    def __init__(self, programs, environment, log, runs):
        self.programs = programs
        self.environment = environment
        self.log = log
        self.runs = runs
        self.over = 0

    def run(self, *words, directory=None, allowed=(0,), output="/dev/null"):
        words = [str(self.programs / "run"), str(output), *map(str, words)]
        done = subprocess.run(words, cwd=directory, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr}")
        status, seconds, peak, written, own, others = done.stdout.split()
        if int(status) not in allowed:
            raise RuntimeError(f"{' '.join(words[2:])}: status {status}\n{done.stderr}")
        return Sample(float(seconds), int(peak), int(written), float(own), float(others))

    def turn_about(self, *measurements, runs=None):
        """Each measurement once, then all again: a slow minute of the machine falls on all of them."""
        samples = [[] for _ in measurements]
        for _ in range(runs or self.runs):
            for kept, measurement in zip(samples, measurements):
                kept.append(measurement())
        return samples

    def ratio(self, name, ours, peer, peer_name, bound):
        """One line: the medians, their ratio and whether it keeps to the bound."""
        mine, theirs = median(ours), median(peer)
        value = mine / theirs
        self._line(name, f"{mine:9.4f} s", f"{peer_name} {theirs:9.4f} s",
                   f"ratio {value:6.3f}", f"at most {bound:.3f}", value <= bound)
        self._keep(name, ours=ours, peer=peer, ratio=value, bound=bound)

    def amount(self, name, value, unit, bound):
        """One line for a figure that has no peer."""
        self._line(name, f"{value:9.2f} {unit}", "", "", f"at most {bound:g} {unit}", value <= bound)
        self._keep(name, value=value, unit=unit, bound=bound)

    def difference(self, name, mine, theirs, peer_name, bound):
        """One line for milliseconds more than the peer."""
        self._line(name, f"{mine:8.3f} ms", f"{peer_name} {theirs:8.3f} ms",
                   f"more {mine - theirs:6.3f} ms", f"at most {bound:g} ms", mine - theirs <= bound)
        self._keep(name, ours=mine, peer=theirs, bound=bound)

    def remark(self, text):
        print(f"  # {text}", flush=True)

    def _line(self, name, ours, peer, value, bound, holds):
        self.over += not holds
        print(f"{name:24} {ours:>13}  {peer:>32}  {value:>14}  {bound:>17}  "
              f"{'OK' if holds else 'OVER':4}  load {os.getloadavg()[0]:.2f}", flush=True)

    def _keep(self, name, **figures):
        entry = {"name": name, "at": time.strftime("%FT%TZ", time.gmtime()), **figures}
        with open(self.log, "a") as log:
            log.write(json.dumps(entry, default=dataclasses.asdict) + "\n")


def median(samples):
    return statistics.median(sample.seconds for sample in samples)
