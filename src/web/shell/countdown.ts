import { useEffect, useState } from 'preact/hooks';

/** Seconds left of so many, counted from when `of` became what it is. */
export function useCountdown(of: object | null, seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    setLeft(seconds ?? 0);
    if (seconds === null || seconds === 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [of]);
  return left;
}

/** Whole seconds since a time of `performance.now()`, however often what shows them is made anew. */
export function useElapsed(began: number): number {
  const since = (): number => Math.floor((performance.now() - began) / 1000);
  const [elapsed, setElapsed] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(since()), 250);
    return () => clearInterval(timer);
  }, [began]);
  return elapsed;
}
