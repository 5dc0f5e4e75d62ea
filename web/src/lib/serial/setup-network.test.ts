import { expect, test } from 'bun:test';
import { followSetupNetwork, hideSetupPassword, unknownNetwork } from './setup-network.ts';

const follow = (...lines: string[]) => lines.reduce(followSetupNetwork, unknownNetwork);
const told = { name: 'FaiWatch-D4E5F6', password: 'K7M2QX9TBD' };

test.each([
  [['* Setup network open: FaiWatch-D4E5F6', '* Setup password: K7M2QX9TBD']],
  [['- setup_network: FaiWatch-D4E5F6', '- setup_password: K7M2QX9TBD']],
])('%p tells it', (lines) => {
  expect(follow(...lines)).toEqual(told);
});

test.each(['OK save_config Configuration saved', '- setup_password: (the server tells it)'])(
  'after %p the password holds no more',
  (line) => {
    expect(followSetupNetwork(told, line)).toEqual({ ...told, password: null });
  },
);

test.each(['* WiFi connected: 192.168.1.7', 'OK show_config', '- wifi_pass: ********', ''])(
  '%p does not tell it',
  (line) => expect(followSetupNetwork(told, line)).toBe(told),
);

test('a password is not shown to others', () => {
  expect(hideSetupPassword('* Setup password: K7M2QX9TBD')).toBe('* Setup password: ••••••••');
  expect(hideSetupPassword('- setup_password: K7M2QX9TBD')).toBe('- setup_password: ••••••••');
  const elsewhere = '- setup_password: (the server tells it)';
  expect(hideSetupPassword(elsewhere)).toBe(elsewhere);
});
