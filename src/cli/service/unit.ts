/** The systemd unit of the service: its rights, and when it is restarted. */

export interface UnitOptions {
  /** Absolute path, like the data directory. */
  readonly binary: string;
  readonly dataDir: string;
  readonly user: string;
  /** Folders outside the data directory that are written to, such as one for backups. */
  readonly writable: readonly string[];
  /** Whether a port below 1024 is configured. */
  readonly isLowPort: boolean;
}

export const unitName = 'faiwatch.service';

/** Makes the unit. systemd itself makes a data directory directly under /var/lib, with the right owner. */
export function makeUnit({ binary, dataDir, user, writable, isLowPort }: UnitOptions): string {
  const [, state = null] = /^\/var\/lib\/([\w.-]+)$/.exec(dataDir) ?? [];
  const capabilities = isLowPort ? 'CAP_NET_BIND_SERVICE' : '';
  const writablePaths = [...(state === null ? [dataDir] : []), ...writable];
  return `# Written by "faiwatch service install"; what you change here is lost with the next one.
# For changes of your own: systemctl edit faiwatch
[Unit]
Description=FaiWatch, power-outage monitor
After=network-online.target time-sync.target
Wants=network-online.target
# It is tried again for ever: a monitor that is not running tells nobody anything.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=all
ExecStart=${quote(binary)} serve --data ${quote(dataDir)}
User=${user}
Group=${user}
${state === null ? '' : `StateDirectory=${state}\nStateDirectoryMode=0700\n`}WorkingDirectory=${dataDir.replaceAll('%', '%%')}
UMask=0077
Restart=always
RestartSec=3
# A loop that is stuck is started anew.
WatchdogSec=60
WatchdogSignal=SIGKILL
# Checking and migrating a large database on a slow card takes its time.
TimeoutStartSec=1800
TimeoutStopSec=15
# The process of a cluster's node stops the server that it started, and hands the lead over meanwhile.
KillMode=mixed
LimitNOFILE=65536

NoNewPrivileges=yes
CapabilityBoundingSet=${capabilities}
AmbientCapabilities=${capabilities}
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
${writablePaths.map((path) => `ReadWritePaths=-${quote(path)}\n`).join('')}
[Install]
WantedBy=multi-user.target
`;
}

/** Quotes a path by systemd.syntax(7). A percent sign would begin a specifier. */
function quote(path: string): string {
  const escaped = path.replaceAll('%', '%%');
  return /^[\w./%@:+-]+$/.test(escaped) ? escaped : `"${escaped.replaceAll(/["\\]/g, '\\$&')}"`;
}
