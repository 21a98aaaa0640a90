// SPDX-License-Identifier: MIT
#pragma once
#include "scheduling.hpp"

namespace malha::easygrid {

/// The global manager GM with its scheduler GDS (tonelli2010, section 2.1.3), an entry point. It distributes
/// the application's tasks over the sites, moves ready tasks between sites, and ends the application. GM
/// knows the last report of each site: mean ert and tcp (eqs. 2.4 and 2.5). It assumes that the hosts of a
/// site are in balance.
class GlobalManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit GlobalManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  void take(const SiteReport& report);
  void take(const Ack& ack) { scheduling_.end_event(ack.tasks); }
  void take(const Nack&) { scheduling_.end_event({}); }
  void take(const EndAck&) { scheduling_.child_ended(); }

  Iteration iteration_;
  Inbox<GridMessage> inbox_;
  Scheduling scheduling_;
  std::vector<Address<SiteMessage, Order>> sites_; ///< in the order of the deployment
};

} // namespace malha::easygrid
