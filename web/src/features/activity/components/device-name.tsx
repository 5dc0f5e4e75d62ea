/** A site, and below it the id on the label of its board. */
export function DeviceName({ name, id }: { name: string; id: string }) {
  return (
    <>
      <span className="wrap-anywhere block font-semibold">{name}</span>
      <code className="block break-all font-mono font-normal text-muted text-xs print:whitespace-nowrap">
        {id}
      </code>
    </>
  );
}
