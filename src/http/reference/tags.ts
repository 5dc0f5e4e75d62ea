/** The chapters of the reference, and what each is about. */
export const tagTexts = {
  'Log-in': 'How people get the token that the other calls are made with.',
  'Own account': 'Sessions, second factor and password of whoever is logged in.',
  Dashboard: 'What an operator sees first.',
  Customers: 'Who owns the devices, and who is told.',
  'Joining an account':
    'Boards that were set up with the phone number of an account and wait for a yes.',
  Devices: 'The boards, as an operator sees them.',
  'Activation keys': 'What a customer buys, and enrols a board with.',
  Events: 'What happened, board by board.',
  Outages: 'When power or contact was lost, and for how long.',
  Notifications: 'What was sent to whom, and what could not be.',
  'Audit log': 'Who changed what.',
  Exports: 'Whole lists as files, for spreadsheets and for programs.',
  Operators: 'Who runs the service, and what each may do.',
  Settings: 'What holds for the whole service.',
  System: 'How the service itself is, and its backups.',
  Firmware: 'What boards run: images, roll-outs and what a browser flashes.',
  Privacy: 'What is kept of a person, and how it is taken out or erased.',
  Portal: 'What a customer sees and does.',
  Reports: 'How much power there was.',
  'Public page': 'Following an area of the page that everybody may read.',
  Live: 'What changes, as it changes.',
  Device: 'What a board says and asks, with its own token.',
  Service: 'Whether the service is up, and its figures for a monitor.',
  Reference: 'This reference.',
} as const;

export type Tag = keyof typeof tagTexts;
