import { expect, it } from 'vitest';
import { RunningRuns } from './running-runs.ts';

it('stops a run of this process, until it ends, and no other', () => {
  const runs = new RunningRuns();
  const stopped: string[] = [];
  const end = runs.begin('one', () => stopped.push('one'));
  runs.begin('two', () => stopped.push('two'));
  runs.cancel('three');
  runs.cancel('one');
  expect(stopped).toEqual(['one']);
  end();
  runs.cancel('one');
  expect(stopped).toEqual(['one']);
});

it('stops the newer of two attempts, also when the older one ends later', () => {
  const runs = new RunningRuns();
  const stopped: number[] = [];
  const endFirst = runs.begin('one', () => stopped.push(1));
  runs.begin('one', () => stopped.push(2));
  endFirst();
  runs.cancel('one');
  expect(stopped).toEqual([2]);
});

it('tells how far a run of this process is, until it ends, and of no other', () => {
  const runs = new RunningRuns();
  let fraction = 0.1;
  const end = runs.begin(
    'one',
    () => {},
    () => ({ stage: 'search', fraction }),
  );
  expect(runs.progressOf('two')).toBeNull();
  fraction = 0.2;
  expect(runs.progressOf('one')).toEqual({ stage: 'search', fraction: 0.2 });
  end();
  expect(runs.progressOf('one')).toBeNull();
});

it('tells everybody who listens how long a run took', () => {
  const runs = new RunningRuns();
  const heard: object[] = [];
  runs.succeeded({ unwrap: 1 });
  runs.listen((stages) => heard.push(stages));
  runs.listen((stages) => heard.push(stages));
  runs.succeeded({ unwrap: 20 });
  expect(heard).toEqual([{ unwrap: 20 }, { unwrap: 20 }]);
});
