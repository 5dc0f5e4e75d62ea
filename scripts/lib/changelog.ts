/**
 * The section of a changelog that speaks of a version: what stands below `## 1.2.0` or
 * `## 1.2.0 - 2026-11-21` up to the next heading of that rank. Of `1.2.0-dev` it is what is not released yet.
 * @throws Error when it says nothing of the version
 */
export function findSection(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const name = version.endsWith('-dev') ? 'Unreleased' : version;
  const section = sections.find((text) => text.split(/[\s\n]/, 1)[0] === name);
  const body = section?.slice(section.indexOf('\n')).trim() ?? '';
  if (body === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${body}\n`;
}
