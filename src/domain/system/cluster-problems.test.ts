import { expect, test } from 'bun:test';
import type { NodeStanding, TakeOver } from './cluster.ts';
import { findClusterProblems } from './cluster-problems.ts';

const nowMs = 1_800_000_000_000;

function node(fields: Partial<NodeStanding>): NodeStanding {
  const well = { address: null, applied: 7, heardAt: nowMs, behindMs: 0, version: '1.2.0' };
  return { ...well, node: 'shop', role: 'following', obstacle: null, ...fields };
}

function takeOver(fields: Partial<TakeOver>): TakeOver {
  const at = { node: 'home', epoch: 3, at: nowMs - 60_000, from: 'shop' };
  return { ...at, isPlanned: false, silentMs: 12_000, hasLostQuorum: false, ...fields };
}

test('a cluster that is well has no problems', () => {
  const old = takeOver({ at: nowMs - 3_600_000, hasLostQuorum: true });
  const nodes = [node({ role: 'leading', obstacle: 'disk-full' }), node({ behindMs: 39_000 })];
  expect(findClusterProblems({ nodes, lastTakeOver: old }, nowMs)).toEqual([]);
});

test('names the machines, and says from when to when nothing could be stored', () => {
  const nodes = [
    node({ obstacle: 'older-release' }),
    node({ node: 'boat', behindMs: 40_000, obstacle: 'no-space' }),
  ];
  const taken = takeOver({ hasLostQuorum: true, silentMs: 240_000 });
  expect(findClusterProblems({ nodes, lastTakeOver: taken }, nowMs)).toEqual([
    { problem: 'quorum_lost', fromAt: taken.at - 240_000, toAt: taken.at },
    {
      problem: 'node_unable',
      nodes: [
        { node: 'shop', obstacle: 'older-release' },
        { node: 'boat', obstacle: 'no-space' },
      ],
    },
    { problem: 'node_behind', nodes: ['boat'] },
    { problem: 'lead_moved', node: 'home', from: 'shop', isPlanned: false, at: taken.at },
  ]);
});

test('the first machine that ever leads has taken over from nobody, and that is news to nobody', () => {
  const first = takeOver({ from: null, isPlanned: null, silentMs: 0, hasLostQuorum: true });
  expect(findClusterProblems({ nodes: [], lastTakeOver: first }, nowMs)).toEqual([]);
});
