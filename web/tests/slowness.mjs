// Times that are promised, on a machine that may have much else to do.

/** How much longer work takes here now than on a machine with nothing else to do: 1 there,
 * 4 where three others want the same processor. What is promised in milliseconds is
 * promised for a machine that has time for it. */
export function slowness() {
  const [began, used] = [performance.now(), process.cpuUsage()];
  for (let end = began + 400; performance.now() < end;) Math.sqrt(end);
  const { user, system } = process.cpuUsage(used);
  return Math.max(1, ((performance.now() - began) * 1000) / (user + system));
}

/** Whether the best of some times is as short as promised, on this machine as it is. */
export function assertWithin(times, promised, what = "") {
  const factor = slowness();
  const best = Math.min(...times);
  if (best > promised * factor) throw new Error(`${what && `${what}: `}${best.toFixed(0)} ms instead of ${promised} (this machine is ${factor.toFixed(1)} times as slow now): ${times.map((time) => time.toFixed(0)).join(" ")}`);
}
