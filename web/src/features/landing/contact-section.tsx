import { ExternalLink, type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { Card } from '../../components/ui/card.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { usePublicInfo } from './public-info.ts';
import { Section } from './section.tsx';

type Shop = PublicInfo['shop'];

/** Who sells, and how to reach them; nothing where the operator has said nothing. */
export function ContactSection() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { info } = usePublicInfo();
  const shop = info?.shop;
  if (shop === undefined) return null;
  const note = language === 'th' ? shop.noteTh || shop.noteEn : shop.noteEn || shop.noteTh;
  const ways = waysTo(shop);
  if (ways.length === 0 && note === '' && shop.photo === null) return null;
  return (
    <Section id="contact" title={t('contact.title')}>
      <Card className="grid gap-8 p-6 sm:p-8 md:grid-cols-[auto_1fr] md:items-center">
        {shop.photo !== null && (
          <img
            src={shop.photo}
            alt={shop.name === '' ? t('contact.photo') : t('contact.photo_of', { name: shop.name })}
            loading="lazy"
            className="aspect-4/3 w-full rounded-md object-cover md:w-80"
          />
        )}
        <div className="min-w-0">
          {shop.name !== '' && <h3 className="wrap-anywhere font-semibold text-lg">{shop.name}</h3>}
          {note !== '' && (
            <p className="wrap-anywhere mt-1 whitespace-pre-line text-muted">{note}</p>
          )}
          <ul className="mt-4 flex flex-col gap-1">
            {ways.map(({ kind, icon: Icon, text, href }) => (
              <li key={kind} className="flex min-h-11 items-center gap-3">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
                <span className={kind === 'line' ? 'text-muted' : 'sr-only'}>
                  {t(kindWords[kind])}
                </span>
                {href === undefined ? (
                  <span className="wrap-anywhere whitespace-pre-line py-1.5">{text}</span>
                ) : (
                  <a
                    href={href}
                    rel="noreferrer"
                    className="wrap-anywhere inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
                  >
                    {text}
                    {kind === 'line' && (
                      <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
                    )}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </Section>
  );
}

const kindWords = {
  phone: 'contact.phone',
  line: 'contact.line',
  email: 'contact.email',
  address: 'contact.address',
} as const;

interface Way {
  kind: keyof typeof kindWords;
  icon: LucideIcon;
  text: string;
  href?: string;
}

function waysTo({ phone, lineId, email, address }: Shop): Way[] {
  const ways: Way[] = [
    { kind: 'phone', icon: Phone, text: phone, href: `tel:${phone.replaceAll(/[^\d+]/g, '')}` },
    {
      kind: 'line',
      icon: MessageCircle,
      text: lineId,
      // Of people their id stands behind a tilde, of shops behind their own sign.
      href: `https://line.me/R/ti/p/${lineId.startsWith('@') ? '' : '~'}${encodeURIComponent(lineId)}`,
    },
    { kind: 'email', icon: Mail, text: email, href: `mailto:${email}` },
    { kind: 'address', icon: MapPin, text: address },
  ];
  // A postal address alone, from the privacy page, is not shown as a contact.
  const isReachable = [phone, lineId, email].some((text) => text !== '');
  return isReachable ? ways.filter(({ text }) => text !== '') : [];
}
