/** The kinds of actor in the audit log, by the beginning of their names there. */
export const auditActors = {
  operator: ['admin:'],
  customer: ['customer:'],
  chat: ['bot'],
  device: ['device:'],
  command: ['cli', 'first start'],
} as const;
export type AuditActor = keyof typeof auditActors;

/** Subjects of changes, by the first words of the actions. */
export const auditSubjects = {
  customer: ['customer.', 'recipient.', 'join.', 'home.'],
  device: ['device.', 'outage.'],
  key: ['key.'],
  operator: ['admin.', 'session.'],
  service: ['settings.', 'setup.', 'messenger.', 'notification.', 'backup.', 'firmware.'],
} as const;
type AuditSubject = keyof typeof auditSubjects;

export const auditActorNames = Object.keys(auditActors) as [AuditActor, ...AuditActor[]];
export const auditFilters = ['all', ...(Object.keys(auditSubjects) as AuditSubject[])] as const;
export type AuditFilter = (typeof auditFilters)[number];
