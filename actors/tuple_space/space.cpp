// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/host_watch.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "messages.hpp"
#include "space_context.hpp"

#include <queue>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

/// The server of the tuple space (GridTS, section 2). It answers its clients one after another, and undoes
/// the open transactions of crashed clients. Under instant transport clients need no server, and it only
/// detects crashes, unless the broker runs the resources as a model.
class Space : public Actor {
public:
  explicit Space(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), shared_(SpaceContext::of(context)),
        detection_delay_(context.parameters().real("detection_delay")),
        is_instant_(context.simulation().transport() == Transport::instant),
        hosts_(context.simulation(), shared_.hosts) {
    context.simulation().network().check_detector(context.host(), hosts_.hosts(),
                                                  context.parameters().text("detection_delay"));
  }

  bool is_active() const override {
    return !is_instant_ || (context_.simulation().hosts_may_change() && !shared_.runs_as_model());
  }

  void run() override {
    inbox_.open();
    if (is_instant_)
      watch();
    else
      answer();
  }

private:
  void watch() {
    while (true) {
      const Seconds date = hosts_.sleep_until(next_detection());
      take_switches();
      detect(date);
    }
  }

  void answer() {
    if (context_.simulation().hosts_may_change())
      hosts_.notify_of_switches([to = Address<SpaceMessage, std::variant<HostSwitched>>(
                                     context_, context_.self())] { to.send(HostSwitched{}); });
    while (true) {
      const Seconds next = next_detection();
      const auto message = inbox_.receive_before(next);
      take_switches();
      if (message)
        std::visit([this](auto& kind) { take(kind); }, *message);
      detect(message ? s4u::Engine::get_clock() : next);
    }
  }

  Seconds next_detection() const { return detections_.empty() ? never : detections_.front().first; }

  void take_switches() {
    for (const auto& [node, on, date] : hosts_.take()) {
      if (on) {
        shared_.crashes.recovered(node, date);
        continue;
      }
      shared_.crashed(node, date);
      for (const auto client : shared_.clients.ended_on(node))
        detections_.emplace_back(date + detection_delay_, client);
    }
  }

  void detect(Seconds date) {
    for (; !detections_.empty() && detections_.front().first <= date; detections_.pop_front())
      fail(detections_.front().second);
    if (is_instant_)
      shared_.local.serve(date);
    else
      reply_to_served();
  }

  void fail(ClientId client) {
    shared_.local.undo(client);
    transactions_.erase(transactions_.lower_bound({client, no_transaction}),
                        transactions_.lower_bound({client + 1, no_transaction}));
  }

  /// Whether the message counts: not if its client has crashed, while the message waited behind a slower one.
  /// A message of a client that replaces others shows that they have crashed.
  bool counts(ClientId client) {
    for (const auto crashed : shared_.clients.ended_before(client)) {
      fail(crashed);
      reply_to_served();
    }
    return !shared_.crashes.is_down(client);
  }

  void take(HostSwitched&) {}

  void take(Write& write) {
    if (!counts(write.client))
      return;
    const auto transaction = transaction_of(write.client, write.transaction);
    for (auto& tuple : write.tuples)
      shared_.local.store().out(tuple, transaction);
    if (write.end == Write::abort)
      shared_.local.store().abort(transaction);
    else if (write.end == Write::commit)
      shared_.local.store().commit(transaction);
    for (const auto& tuple : write.tuples)
      if (write.end == Write::commit && kind_of(tuple) == kinds::result)
        shared_.journal.committed(content_of<ResultData>(tuple, 3));
    if (write.end != Write::open)
      transactions_.erase({write.client, write.transaction});
    reply_to_served();
  }

  void take(Request& request) {
    if (!counts(request.client))
      return;
    auto& store = shared_.local.store();
    reply_addresses_.try_emplace(request.client, context_, *request.answer_to);
    const auto transaction = transaction_of(request.client, request.transaction);
    for (auto& tuple : request.written)
      store.out(std::move(tuple), transaction);
    const auto& [client, answer_to, number, operation, wanted, of_client, written] = request;
    if (operation == Request::copy_collect)
      return reply(client, number, store.copy_collect(wanted, transaction));
    auto found = operation == Request::inp   ? store.inp(wanted, transaction)
                 : operation == Request::rdp ? store.rdp(wanted, transaction)
                 : operation == Request::in  ? store.in(client, number, wanted, transaction)
                                             : store.rd(client, number, wanted, transaction);
    const bool waits = !found && (operation == Request::in || operation == Request::rd);
    if (!waits)
      reply(client, number, found ? std::vector<Tuple>{std::move(*found)} : std::vector<Tuple>{});
  }

  /// The store's transaction for a client's number; begun by its first message.
  TransactionId transaction_of(ClientId client, TransactionId number) {
    if (number == no_transaction)
      return no_transaction;
    const auto [known, is_new] = transactions_.try_emplace({client, number});
    if (is_new)
      known->second = shared_.local.store().begin(client);
    return known->second;
  }

  void reply(ClientId client, RequestId number, std::vector<Tuple> tuples) {
    if (!shared_.crashes.is_replaced(client))
      reply_addresses_.at(client).send(Reply{number, std::move(tuples)});
  }

  void reply_to_served() {
    for (auto& [client, request, tuple] : shared_.local.store().take_served())
      reply(client, request, {std::move(tuple)});
  }

  ActorContext& context_;
  Inbox<SpaceMessage> inbox_;
  SpaceContext& shared_;
  const Seconds detection_delay_;
  const bool is_instant_;
  HostWatch hosts_;
  std::deque<std::pair<Seconds, ClientId>> detections_; ///< of crashed clients
  std::map<ClientId, Address<ClientMessage>> reply_addresses_;
  std::map<std::pair<ClientId, TransactionId>, TransactionId> transactions_;
};

} // namespace

MALHA_ACTOR(describe<Space>("tuple_space/space", "the server of the tuple space", "GridTS, section 2")
                .takes({choice("match", "oldest", {"oldest", "random"}, "which of several tuples that match"),
                        real("detection_delay", 0, at_least(0), "s",
                             "until it is known that a client has crashed")})
                .allows({{Trait::late_detection, {}, {}, "detection_delay"}})
                .is_daemon()
                .keeps_host())

} // namespace malha::tuple_space
