import { Command, Option } from 'commander';
import { compileHotCode } from '../server/compile-hot-code.ts';
import { connectSystemd } from '../server/systemd.ts';
import { readConfig } from './command-config.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service: pages, device listener, alerts')
    .option('--data <dir>', 'data directory (default ./faiwatch-data)')
    .option('--host <host>', 'address to listen on (default 0.0.0.0)')
    .option('--port <port>', 'HTTP port; 0: any (default 8080)')
    .option('--mqtt-port <port>', 'MQTT port; 0: any; off: none (default 1883)')
    .option('--mqtts-port <port>', 'MQTT over TLS port (default off; 8883 with --domain)')
    .option('--domain <name>', 'get and renew a certificate for this name, and serve https')
    .option('--https-port <port>', 'with --domain: HTTPS port (default 443)')
    .option(
      '--acme-port <port>',
      'with --domain: port for the challenge of the certificate authority (default 80)',
    )
    .option('--acme-email <address>', 'address for messages of the certificate authority')
    .option('--acme-directory <url>', "certificate authority (default Let's Encrypt)")
    .option('--tls-cert <file>', 'certificate chain, PEM; serves HTTPS, too')
    .option('--tls-key <file>', 'private key, PEM')
    .option(
      '--cluster <urls>',
      'NATS servers (nats://a,b,c) through which machines are one installation',
    )
    .option('--cluster-name <name>', 'with --cluster: name of the installation (default faiwatch)')
    .option('--cluster-node <name>', 'with --cluster: name of this machine (default its host name)')
    .option('--cluster-address <url>', 'with --cluster: where the others reach its pages')
    .addOption(new Option('--lead <order>').hideHelp())
    .option('--mqtt-url <url>', 'use this MQTT broker instead of starting one')
    .addHelpText(
      'after',
      `
Every option is also an environment variable (FAIWATCH_PORT …) and a line of
faiwatch.toml in the data directory; what is given here counts first.

Example:
  FAIWATCH_TELEGRAM_TOKEN=123456:ABC faiwatch serve --data /var/lib/faiwatch
`,
    )
    .action(
      async (options: {
        data?: string;
        host?: string;
        port?: string;
        mqttPort?: string;
        mqttsPort?: string;
        domain?: string;
        httpsPort?: string;
        acmePort?: string;
        acmeEmail?: string;
        acmeDirectory?: string;
        tlsCert?: string;
        tlsKey?: string;
        mqttUrl?: string;
        cluster?: string;
        clusterName?: string;
        clusterNode?: string;
        clusterAddress?: string;
        lead?: string;
      }) => {
        const config = readConfig({
          data: options.data,
          host: options.host,
          port: options.port,
          mqtt_port: options.mqttPort,
          mqtts_port: options.mqttsPort,
          domain: options.domain,
          https_port: options.httpsPort,
          acme_port: options.acmePort,
          acme_email: options.acmeEmail,
          acme_directory: options.acmeDirectory,
          tls_cert: options.tlsCert,
          tls_key: options.tlsKey,
          mqtt_url: options.mqttUrl,
          cluster: options.cluster,
          cluster_name: options.clusterName,
          cluster_node: options.clusterNode,
          cluster_address: options.clusterAddress,
        });
        // No other command needs what the server consists of.
        const { startServer } = await import('../main.ts');
        const server = await startServer(config, options.lead);
        process.stdout.write(`${JSON.stringify(server.ready)}\n`);
        compileHotCode();
        const systemd = connectSystemd(process.env);
        systemd?.ready();
        const watchdog = systemd?.watchdog ?? null;
        if (watchdog !== null) setInterval(() => watchdog.run(), watchdog.everyMs);
        await server.stopped;
        // A call to a messenger that does not answer would keep the process alive until its time-out.
        process.exit(0);
      },
    );
}
