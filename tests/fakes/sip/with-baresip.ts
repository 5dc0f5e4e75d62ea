import { test } from 'bun:test';
import { findBaresip } from '../../../src/notify/channels/call/sip/find-baresip.ts';

export const isBaresipThere = findBaresip() !== null;
if (!isBaresipThere)
  console.log('  skipped: calls by SIP, as baresip is not installed (scripts/setup test)');

/** A test that makes calls by SIP. */
export const testSip = test.skipIf(!isBaresipThere);
