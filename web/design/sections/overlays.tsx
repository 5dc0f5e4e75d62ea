import { BellOff, House, Pencil, Router, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../src/components/ui/button.tsx';
import { ConfirmDialog } from '../../src/components/ui/confirm-dialog.tsx';
import { Dialog } from '../../src/components/ui/dialog.tsx';
import { Drawer } from '../../src/components/ui/drawer.tsx';
import { FormDialog } from '../../src/components/ui/form/form-dialog.tsx';
import { Menu } from '../../src/components/ui/menu.tsx';
import { QrCode } from '../../src/components/ui/qr-code.tsx';
import { toast } from '../../src/components/ui/toast.ts';
import { Tooltip } from '../../src/components/ui/tooltip.tsx';
import { Row, Section } from '../section.tsx';
import { useSampleForm } from '../use-sample-form.ts';
import { useSamples } from '../use-samples.ts';

type Open = 'form' | 'plain' | 'confirm' | 'drawer' | null;

export function OverlaySection() {
  const samples = useSamples();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const form = useSampleForm(() => {
    close();
    toast.success(samples.saved);
  });
  return (
    <Section title={samples.overlays}>
      <Row>
        <Button look="secondary" onClick={() => setOpen('form')}>
          {samples.open_dialog}
        </Button>
        <Button look="secondary" onClick={() => setOpen('plain')}>
          {samples.open_plain}
        </Button>
        <Button look="secondary" onClick={() => setOpen('confirm')}>
          {samples.open_confirm}
        </Button>
        <Button look="secondary" onClick={() => setOpen('drawer')}>
          {samples.open_drawer}
        </Button>
        <Menu
          label={samples.actions_of}
          entries={() => [
            { label: samples.rename, icon: Pencil, onSelect: () => setOpen('form') },
            { label: samples.mute, icon: BellOff, onSelect: close },
            {
              label: samples.remove,
              icon: Trash2,
              isDestructive: true,
              onSelect: () => setOpen('confirm'),
            },
          ]}
        />
        <Tooltip text={samples.tooltip}>
          <Button look="ghost">{samples.more}</Button>
        </Tooltip>
        <Button look="ghost" onClick={() => toast.success(samples.saved)}>
          {samples.toast}
        </Button>
        <Button look="ghost" onClick={() => toast.error(samples.notice_error)}>
          {samples.toast_error}
        </Button>
      </Row>
      <FormDialog
        isOpen={open === 'form'}
        onClose={close}
        title={samples.open_dialog}
        description="fw-a1b2c3d4e5f6"
        form={form}
        action={samples.save}
        size="small"
      >
        <form.AppField name="name">
          {(field) => <field.TextField label={samples.name} hint={samples.form_hint} />}
        </form.AppField>
        <form.AppField name="phone">
          {(field) => <field.TextField label={samples.phone} type="tel" />}
        </form.AppField>
      </FormDialog>
      <Dialog
        isOpen={open === 'plain'}
        onClose={close}
        title={samples.dialog_title}
        description={samples.dialog_text}
        footer={
          <Button look="primary" onClick={close}>
            {samples.save}
          </Button>
        }
      >
        <QrCode
          value="https://t.me/faiwatch_bot?start=abc"
          what={samples.bot}
          className="mx-auto w-52"
        />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onClose={close}
        title={samples.confirm_title}
        description={samples.confirm_text}
        losses={[samples.loss_keys, samples.loss_devices]}
        action={samples.open_confirm}
        isDestructive
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 600))}
      />
      <Drawer isOpen={open === 'drawer'} onClose={close} title="FaiWatch">
        <nav aria-label={samples.open_drawer} className="grid gap-1">
          {[
            { icon: House, name: samples.home },
            { icon: Router, name: samples.devices },
            { icon: Users, name: samples.customers },
          ].map(({ icon: Icon, name }) => (
            <Button
              key={name}
              look="ghost"
              className="justify-start"
              icon={<Icon className="size-4.5" />}
            >
              {name}
            </Button>
          ))}
        </nav>
      </Drawer>
    </Section>
  );
}
