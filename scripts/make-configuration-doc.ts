/** Writes docs/configuration.md: bun scripts/make-configuration-doc.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfiguration } from './lib/config-document.ts';
import { repositoryDir } from './lib/paths.ts';

writeFileSync(join(repositoryDir, 'docs', 'configuration.md'), describeConfiguration());
