import { useEffect, useState } from 'react';
import type { PortInfo, SerialPorts } from './web-serial.ts';

/** The port that is plugged in and may be used already, if there is one alone; null: none, or several. */
export function useKnownPort(serial: SerialPorts): PortInfo | null {
  const [known, setKnown] = useState<PortInfo | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const [port, ...others] = await serial.getPorts();
      if (!isOver) setKnown(port === undefined || others.length > 0 ? null : port.getInfo());
    };
    const onChange = () => void look();
    onChange();
    serial.addEventListener('connect', onChange);
    serial.addEventListener('disconnect', onChange);
    return () => {
      isOver = true;
      serial.removeEventListener('connect', onChange);
      serial.removeEventListener('disconnect', onChange);
    };
  }, [serial]);
  return known;
}
