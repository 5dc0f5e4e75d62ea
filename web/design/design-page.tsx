import { OfflineBanner } from '../src/components/ui/connection-marks.tsx';
import { OverlayProvider } from '../src/components/ui/overlay-provider.tsx';
import { PageHeader } from '../src/components/ui/page-header.tsx';
import { ButtonSection, TypeSection } from './sections/basics.tsx';
import { FactSection, NoticeSection } from './sections/facts.tsx';
import { FieldSection } from './sections/fields.tsx';
import { FormSection } from './sections/form.tsx';
import { OverlaySection } from './sections/overlays.tsx';
import { ChartSection, RibbonSection } from './sections/pictures.tsx';
import { StateSection } from './sections/states.tsx';
import { TableSection } from './sections/table.tsx';
import { useSamples } from './use-samples.ts';

/** Every part of the pages, alive, in each of its states. */
export function DesignPage() {
  const samples = useSamples();
  return (
    <OverlayProvider>
      <OfflineBanner />
      <main className="mx-auto max-w-6xl space-y-8 px-4 py-8 sm:px-6">
        <PageHeader title={samples.title} text={samples.text} />
        <div>
          <RibbonSection />
          <StateSection />
          <TableSection />
          <ChartSection />
          <ButtonSection />
          <FieldSection />
          <FormSection />
          <OverlaySection />
          <FactSection />
          <NoticeSection />
          <TypeSection />
        </div>
      </main>
    </OverlayProvider>
  );
}
