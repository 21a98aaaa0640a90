// SPDX-License-Identifier: MIT
#include "actors/tuple_space/model/replica.hpp"
#include "actors/runtime/simgrid/host_watch.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "replica_network.hpp"
#include "server_group.hpp"

#include <deque>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

/// One of several servers that keep the tuple space together (docs/faults.md). It passes messages and
/// timeouts to the protocol, and sends its output. After a recovery of its host it runs again, and knows only
/// what is on stable storage.
class SpaceReplica : public Actor {
public:
  explicit SpaceReplica(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), shared_(SpaceContext::of(context)),
        group_(ServerGroup::of(context)), number_(context.self().number),
        detection_delay_(context.parameters().real("detection_delay")),
        timeout_(context.parameters().real("timeout")),
        clients_(context.simulation(), hosts_of(context, shared_)) {
    if (!is_active())
      return;
    for (const auto& server : group_.servers())
      if (server.number != number_)
        servers_.emplace(std::piecewise_construct, std::forward_as_tuple(server.number),
                         std::forward_as_tuple(context, server));
  }

  bool is_active() const override { return number_ < group_.size(); }

  void run() override {
    group_.check_crashes();
    start();
    while (true) {
      const Seconds next = std::min(deadline_, next_detection());
      const auto message = inbox_.receive_before(next);
      const Seconds now = message ? s4u::Engine::get_clock() : next;
      take_switches();
      if (message)
        std::visit([this](auto& kind) { take(kind); }, *message);
      detect(now);
      const bool is_over = now >= deadline_;
      if (is_over)
        replica_->expired();
      send();
      set_deadline(now, is_over);
    }
  }

private:
  static std::vector<s4u::Host*> hosts_of(ActorContext& context, const SpaceContext& shared) {
    const bool serves = context.self().number < ServerGroup::of(context).size();
    return serves ? shared.hosts : std::vector<s4u::Host*>{};
  }

  void start() {
    inbox_.open();
    s4u::Actor::self()->set_auto_restart(true);
    const Replica::Setup setup{group_.size(), number_};
    if (replica_)
      replica_.emplace(setup, group_.first_machine(), stable_);
    else
      replica_.emplace(setup, group_.first_machine());
    deadline_ = never;
    detections_.clear();
    replaced_.clear();
    for (int node = 0; node < shared_.clients.nodes(); ++node)
      for (const auto client : shared_.clients.ended_on(node))
        detections_.emplace_back(s4u::Engine::get_clock(), client);
    if (context_.simulation().hosts_may_change())
      clients_.notify_of_switches([to = Address<ServerInput, std::variant<HostSwitched>>(
                                       context_, context_.self())] { to.send(HostSwitched{}); });
    send();
    set_deadline(s4u::Engine::get_clock(), false);
  }

  Seconds next_detection() const { return detections_.empty() ? never : detections_.front().first; }

  void take_switches() {
    for (const auto& [node, on, date] : clients_.take())
      if (!on)
        for (const auto client : shared_.clients.ended_on(node))
          detections_.emplace_back(date + detection_delay_, client);
  }

  void detect(Seconds date) {
    for (; next_detection() <= date; detections_.pop_front())
      replica_->client_failed(detections_.front().second);
  }

  void take(HostSwitched&) {}
  /// A message of a client that replaces others shows that they have crashed.
  void take(Submission& submission) {
    for (const auto crashed : shared_.clients.ended_before(submission.client))
      if (replaced_.insert(crashed).second)
        replica_->client_failed(crashed);
    replica_->take(submission);
  }
  template <class Message>
  void take(From<Message>& from) {
    replica_->take(from.server, ReplicaMessage(std::move(from.message)));
  }

  void send() {
    auto output = replica_->take_output();
    stable_ = replica_->stable();
    if (replica_->status() != Replica::Status::recovering)
      group_.has_recovered(number_);
    for (const auto& executed : output.executed)
      record(executed);
    for (auto& [server, message] : output.to_replicas)
      servers_.at(server).send(from_server(number_, std::move(message)));
    for (auto& [client, message] : output.to_clients)
      if (const auto* to = address_of(client))
        to->send(std::move(message));
  }

  /// Each command once: by the first server that executes it.
  void record(const Replica::Executed& executed) {
    const auto& [op, command, counts] = executed;
    if (!group_.is_first_to_execute(op))
      return;
    if (command->what == Command::client_failed)
      undone(command->client);
    for (const auto& tuple : command->written)
      if (counts && command->end == Command::commit && kind_of(tuple) == kinds::result)
        shared_.journal.committed(content_of<ResultData>(tuple, 3));
    if (command->rider)
      static_cast<const Rider*>(command->rider.get())->row.reset();
  }

  void undone(ClientId client) {
    shared_.clients.undone(client);
    shared_.journal.undone(client);
    group_.forget_client(client);
  }

  /// Null for an unknown client, and for a client that another has replaced.
  const Address<ToClient>* address_of(ClientId client) {
    const auto* known = group_.client(client);
    return known == nullptr || shared_.crashes.is_replaced(client)
               ? nullptr
               : &addresses_.try_emplace(client, context_, *known).first->second;
  }

  /// The time of a timeout counts from the last progress.
  void set_deadline(Seconds now, bool is_over) {
    const bool counts_anew = deadline_ == never || is_over || progress_ != replica_->progress();
    progress_ = replica_->progress();
    if (!replica_->is_waiting() || group_.is_lost())
      deadline_ = never;
    else if (counts_anew)
      deadline_ = now + patience(timeout_, replica_->vain());
  }

  ActorContext& context_;
  Inbox<ServerInput> inbox_;
  SpaceContext& shared_;
  ServerGroup& group_;
  const int number_;
  const Seconds detection_delay_, timeout_;
  HostWatch clients_;
  std::deque<std::pair<Seconds, ClientId>> detections_; ///< of crashed clients
  std::set<ClientId> replaced_;                         ///< crashed clients that others have replaced
  std::map<int, Address<ServerInput, ServerMessage>> servers_;
  std::map<ClientId, Address<ToClient>> addresses_;
  std::optional<Replica> replica_;
  Replica::Stable stable_; ///< what survives a crash
  Seconds deadline_ = never;
  std::int64_t progress_ = 0;
};

} // namespace

MALHA_ACTOR(
    describe<SpaceReplica>("tuple_space/replica", "one of the servers that keep the tuple space together",
                           "docs/faults.md; liskov2012")
        .takes({integer("servers", 3, between(1, 99), "count",
                        "n: the first n hosts that have this actor keep the space"),
                integer("faults", 1, at_least(0), "count",
                        "f: servers that may be down at once; n is at least 2 f + 1"),
                choice("match", "oldest", {"oldest", "random"}, "which of several tuples that match"),
                real("detection_delay", 0, at_least(0), "s", "until it is known that a client has crashed"),
                real("timeout", 10, above(0), "s",
                     "how long servers and clients wait for each other before they take a server to "
                     "be down; after each vain time twice as long")})
        .allows({{Trait::late_detection, {}, {}, "detection_delay"}})
        .is_daemon())

} // namespace malha::tuple_space
