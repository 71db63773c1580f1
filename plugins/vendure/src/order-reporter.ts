import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import {
  ConfigService,
  type Customer,
  EventBus,
  type ID,
  type JobQueue,
  JobQueueService,
  Logger,
  Order,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  RefundStateTransitionEvent,
  type RequestContext,
  TransactionalConnection,
  type VendureEvent,
} from '@vendure/core';
import { connectStore, reportOrder } from '../../shared/report-order.ts';
import { clickOf } from './click-of.ts';
import type { TributarySettings } from './options.ts';
import { changesOf, fieldsOf, type PlacedOrder, placedOrder, type TributaryFields } from './placed-order.ts';

/** Provides the settings of the plugin. */
export const SETTINGS = Symbol('TributarySettings');
const LOG = 'TributaryPlugin';
const DEFAULT_DIGITS = 2;
const MISSED_DAYS = 7;
const MISSED_AT_ONCE = 500;

type StateChange = OrderStateTransitionEvent | RefundStateTransitionEvent;
const isStateChange = (event: VendureEvent): event is StateChange =>
  event instanceof OrderStateTransitionEvent || event instanceof RefundStateTransitionEvent;

/**
 * Reports orders in two steps. What is to be reported is written in the transaction of the order, so that it is never lost. After the commit, a
 * job sends it, so that the checkout never waits for Tributary.
 */
@Injectable()
export class OrderReporter implements OnModuleInit, OnApplicationBootstrap {
  @Inject(SETTINGS) private readonly settings!: TributarySettings;
  @Inject(ConfigService) private readonly config!: ConfigService;
  @Inject(EventBus) private readonly events!: EventBus;
  @Inject(JobQueueService) private readonly jobs!: JobQueueService;
  @Inject(TransactionalConnection) private readonly connection!: TransactionalConnection;
  private queue!: JobQueue<{ orderId: ID }>;

  async onModuleInit(): Promise<void> {
    const client = connectStore(this.settings);
    this.queue = await this.jobs.createQueue({
      name: 'tributary-orders',
      process: async ({ data }) => {
        const order = await this.connection.rawConnection
          .getRepository(Order)
          .findOne({ where: { id: data.orderId }, relations: ['payments', 'payments.refunds'] });
        const placed = order && readPlaced(order);
        if (!placed) return;
        await reportOrder(client, this.settings.store, placed.report, changesOf(order, placed));
        await this.write(undefined, order, { tributaryReportedAt: new Date() });
      },
    });
    this.events.registerBlockingEventHandler({
      event: OrderPlacedEvent,
      id: 'tributary-placed',
      handler: ({ ctx, order }) => this.notePlaced(ctx, order),
    });
    this.events.registerBlockingEventHandler<StateChange>({
      event: [OrderStateTransitionEvent, RefundStateTransitionEvent],
      id: 'tributary-changed',
      handler: (event) => this.noteChange(event),
    });
  }

  onApplicationBootstrap(): void {
    this.events.filter(isStateChange).subscribe((event) => void this.send((event as StateChange).order).catch(logged));
  }

  /** Sends the unsent reports of the last week: those that remain because Tributary was unavailable or a process ended early. */
  async sendMissed(): Promise<number> {
    const since = new Date(Date.now() - MISSED_DAYS * 86_400_000);
    const orders = await this.connection.rawConnection
      .getRepository(Order)
      .createQueryBuilder('order')
      .where('order.customFields.tributaryReport IS NOT NULL')
      .andWhere('order.customFields.tributaryReportedAt IS NULL')
      .andWhere('order.updatedAt > :since', { since })
      .orderBy('order.updatedAt')
      .take(MISSED_AT_ONCE)
      .getMany();
    for (const order of orders) await this.send(order);
    return orders.length;
  }

  private async send(order: Order): Promise<void> {
    if (fieldsOf(order).tributaryReport === null) return;
    await this.queue.add({ orderId: order.id }, { retries: this.settings.retries });
  }

  private async notePlaced(ctx: RequestContext, order: Order): Promise<void> {
    const digits = this.config.entityOptions.moneyStrategy.precision ?? DEFAULT_DIGITS;
    const customer = await this.customerOf(ctx, order);
    const placed = placedOrder(order, { customer, withTax: this.settings.withTax, digits });
    await this.write(ctx, order, { tributaryReport: JSON.stringify(placed), tributaryReportedAt: null });
  }

  /** The customer of an order with its user. The event does not always load them. */
  private async customerOf(ctx: RequestContext, order: Order): Promise<Customer | null> {
    const relations = ['customer', 'customer.user'];
    const found = await this.connection.getRepository(ctx, Order).findOne({ where: { id: order.id }, relations });
    return found?.customer ?? null;
  }

  private async noteChange(event: StateChange): Promise<void> {
    const { ctx, order, toState } = event;
    const { tributaryReport, tclid } = fieldsOf(order);
    if (tributaryReport !== null) return this.write(ctx, order, { tributaryReportedAt: null });
    // Requests of administrators, and later requests such as those of a payment provider, are not made by the shopper.
    if (toState !== 'ArrangingPayment' || ctx.apiType !== 'shop' || tclid) return;
    const click = clickOf(ctx.req?.headers ?? {}, this.settings.trackingKey);
    if (click !== null) await this.write(ctx, order, { tclid: click });
  }

  /** Writes custom fields to the database, and to the entity, which Vendure saves again within the transaction. */
  private async write(ctx: RequestContext | undefined, order: Order, fields: Partial<TributaryFields>): Promise<void> {
    Object.assign(order.customFields, fields);
    await this.connection.getRepository(ctx, Order).update({ id: order.id }, { customFields: fields });
  }
}

function readPlaced(order: Order): PlacedOrder | null {
  const { tributaryReport } = fieldsOf(order);
  return tributaryReport === null ? null : (JSON.parse(tributaryReport) as PlacedOrder);
}

function logged(error: unknown): void {
  Logger.error(`An order could not be queued; the scheduled task will send it: ${error}`, LOG);
}
