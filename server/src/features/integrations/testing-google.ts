import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../../platform/db/testing.ts';
import { type IntegrationsTest, openIntegrationsTest } from './testing-integrations.ts';
import { GoogleStandIn } from './vendors/google-calendar/stand-in.ts';

export const googlePath = 'google/calendar';
/** Where somebody stands who has connected the calendar. */
export const connectedUrl = '/app/integrations?success=google_calendar_connected';

/** A product whose operator has a client at a stand-in for Google; before each test nothing is connected. */
export class GoogleTest {
  google!: GoogleStandIn;
  product!: IntegrationsTest;

  constructor(suite: TestDatabase) {
    beforeAll(async () => {
      this.google = await GoogleStandIn.open();
      this.product = await openIntegrationsTest(suite.database, this.google.operatorEnvironment);
    });
    beforeEach(async () => {
      this.google.server.reset();
      this.google.scope = '';
      this.product.clock.nowMs = Date.now();
      this.product.jobs.stored.length = 0;
      await suite.database.queries.execute(
        sql`truncate integrations, integration_clients, integration_journeys cascade`,
      );
    });
    afterAll(async () => {
      await this.product.close();
      await this.google.close();
    });
  }

  connect = () => this.product.connect(googlePath, (url) => this.google.allow(url));
}
