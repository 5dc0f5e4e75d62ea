import { addCustomer } from '../../actions/people/add-customer.ts';
import { deleteCustomer } from '../../actions/people/delete-customer.ts';
import { editCustomer } from '../../actions/people/edit-customer.ts';
import { confirmPhone } from '../../actions/people/prove-phone.ts';
import {
  ownedDevicesAnswerSchema,
  ownedDevicesQuerySchema,
} from '../../contract/devices/devices.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  addCustomerSchema,
  type CustomerAnswer,
  changeCustomerAnswerSchema,
  customerAnswerSchema,
  customerIdParams,
  customerPhoneParams,
  customerQuerySchema,
  customersAnswerSchema,
  editCustomerSchema,
} from '../../contract/people/customers.ts';
import { AppError } from '../../domain/errors.ts';
import { fromDoor, toDoor } from '../../domain/fields.ts';
import { texts } from '../../domain/findings.ts';
import { particulars } from '../../domain/people/particulars.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import { listDevices } from '../../store/devices/device-list.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type CustomerOverview,
  listCustomers,
  readCustomerOverviews,
} from '../../store/people/customer-list.ts';
import { findCustomerByPhone } from '../../store/people/customers.ts';
import { describeDevice, deviceMoment } from '../devices/describe-device.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Customers';

/** The customers; for operators. */
export function customerRoutes(context: ApiContext): Route[] {
  return [...readingRoutes(context), ...changingRoutes(context)];
}

function readingRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customers',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List customers',
        description:
          'Newest first, or in the order of `sort`. `q` is a part of a name, of a phone number in any form, or of a bot username. `filter`: `lost` have a device without power or contact; `deletion` asked to be deleted; `unreachable` are active, have a device, and no chat that can be told. `counts` heeds the search, not the filter.',
        query: customerQuerySchema,
        answer: customersAnswerSchema,
      },
      function* ({ query, caller }) {
        const wanted = { ...query, hidden: hiddenFrom(caller) };
        const { page, limit, filter, sort, direction } = query;
        const order = sort && { by: sort, direction };
        const { rows, counts } = yield* listCustomers(store, wanted, query, order);
        const data = rows.map(describeCustomer);
        return { ok: true as const, data, total: counts[filter], page, limit, counts };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/customers/:id',
        access: 'viewer',
        tag,
        summary: 'Read a customer',
        params: customerIdParams,
        answer: customerAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      ({ params }) => ({ ok: true as const, data: readCustomer(store, params.id) }),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customers/phone/:phone',
        access: 'support',
        tag,
        summary: 'Find a customer by phone number',
        description: 'The number in any form.',
        params: customerPhoneParams,
        answer: customerAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      ({ params }) => ({
        ok: true as const,
        data: readCustomer(store, findByPhone(store, params.phone)),
      }),
    ),
    route(
      {
        method: 'GET',
        path: '/api/customers/phone/:phone/devices',
        access: 'support',
        cost: 'search',
        tag,
        summary: 'List the devices of the customer with a phone number',
        description: 'The number in any form.',
        params: customerPhoneParams,
        query: ownedDevicesQuerySchema,
        answer: ownedDevicesAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      function* ({ params, query, now }) {
        const customerId = findByPhone(store, params.phone);
        const { q, page, limit } = query;
        const { rows, counts } = yield* listDevices(
          store,
          { q, filter: 'all', customerId },
          query,
          deviceMoment(monitor, now.wallMs),
        );
        const data = rows.map((row) => describeDevice(monitor, row, now.wallMs));
        return { ok: true as const, data, total: counts.all, page, limit };
      },
    ),
  ];
}

function changingRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'POST',
        path: '/api/customers',
        access: 'support',
        tag,
        summary: 'Add a customer',
        body: addCustomerSchema,
        answer: changeCustomerAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body, actor, now }) => {
        const given = {
          name: body.name,
          phone: body.phone,
          ...fromDoor(particulars, 'column', body, null),
        };
        const id = addCustomer(monitor, given, actor, now);
        const data = readCustomer(store, id);
        return { ok: true as const, data, message: 'Customer added successfully' };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/customers/:id',
        access: 'support',
        fieldScopes: { phone: 'sessions' },
        tag,
        summary: 'Change a customer',
        description:
          'Any of the fields; null empties what may be empty. Another phone number, and deactivation, end every session of the customer. Whoever is not active is sent no alerts; their devices are still heard.',
        params: customerIdParams,
        body: editCustomerSchema,
        answer: changeCustomerAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND', 'CONFLICT'],
      },
      ({ params, body, actor, now }) => {
        const edit = {
          name: body.name,
          phone: body.phone,
          ...fromDoor(particulars, 'column', body, undefined),
          isActive: body.is_active,
        };
        editCustomer(monitor, params.id, edit, actor, now);
        const data = readCustomer(store, params.id);
        return { ok: true as const, data, message: 'Customer saved successfully' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customers/:id/confirm-phone',
        access: 'support',
        scope: 'sessions',
        tag,
        summary: 'Confirm that the phone is the customer’s own',
        description:
          'The operator’s word for the account as it stands: its keys are vouched for, and its owner may answer what asks to join. Look at the keys first: whoever typed the number at a board may have typed somebody else’s.',
        params: customerIdParams,
        answer: changeCustomerAnswerSchema,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      ({ params, actor, now }) => {
        confirmPhone(monitor, params.id, actor, now);
        const data = readCustomer(store, params.id);
        return { ok: true as const, data, message: 'Phone confirmed' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/customers/:id',
        access: 'support',
        tag,
        summary: 'Delete a customer who has neither devices nor keys',
        params: customerIdParams,
        answer: () => doneAnswer,
        errors: ['CUSTOMER_NOT_FOUND', 'CONFLICT'],
      },
      async ({ params, actor, now }) => {
        await deleteCustomer(monitor, params.id, actor, now);
        return { ok: true as const, message: 'Customer deleted successfully' };
      },
    ),
  ];
}

/**
 * @param phone in any form; a text that is no number belongs to nobody
 * @throws AppError CUSTOMER_NOT_FOUND
 */
function findByPhone(store: Store, phone: string): number {
  const customer = findCustomerByPhone(store, normalisePhone(phone) ?? '');
  if (customer === undefined) throw customerNotFound();
  return customer.id;
}

/** @throws AppError CUSTOMER_NOT_FOUND */
function readCustomer(store: Store, id: number): CustomerAnswer {
  const [customer] = readCustomerOverviews(store, [id]);
  if (customer === undefined) throw customerNotFound();
  return describeCustomer(customer);
}

function customerNotFound(): AppError {
  return new AppError('CUSTOMER_NOT_FOUND', texts.customerNotFound);
}

export function describeCustomer(customer: CustomerOverview): CustomerAnswer {
  return {
    id: customer.id,
    name: customer.name,
    phone: customer.phone,
    ...toDoor(particulars, 'column', customer),
    device_count: customer.deviceCount,
    key_count: customer.keyCount,
    is_active: customer.isActive,
    phone_proven_at: isoTime(customer.phoneProvenAt),
    language: customer.language,
    messenger: customer.messenger,
    deletion_requested_at: isoTime(customer.deletionRequestedAt),
    created_at: isoTime(customer.createdAt),
  };
}
