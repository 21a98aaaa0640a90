// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/tuple_space/model/clients.hpp"
#include "actors/tuple_space/model/resource.hpp"
#include "tie_breaker.hpp"

#include <simgrid/s4u.hpp>

#include <deque>
#include <optional>

namespace malha::tuple_space {

/// Whether several servers keep the space (tuple_space/replica), or one (tuple_space/space).
bool is_replicated(Stage& simulation);
/// All servers. Throws InputError where there is none, or both kinds.
std::vector<Peer> servers_of(Stage& simulation);

/// Whether a resource executes its tasks, whatever else runs on its host, and does not plan their ends.
bool executes(const Parameters& resource);

/// What the actors of a tuple space share besides messages: the space, the records, and, under instant
/// transport, the order in which they act.
class SpaceContext {
public:
  /// That of the simulation.
  static SpaceContext& of(ActorContext& context);

  explicit SpaceContext(Stage& simulation);

  TupleStore store;
  BagJournal journal;
  TieBreaker tie_breaker;
  /// Node i is resource i, the last node the broker. In their first lives resources have their own numbers.
  SpaceClients clients;
  /// By resource; complete when all actors are made.
  std::vector<Puller> pullers;

  /// Whether the broker leads all resources through time (Model), which then are no actors of SimGrid.
  bool is_led() const { return is_led_; }
  int broker() const { return resources_; }
  /// Of all resources.
  const std::vector<FlopsPerSecond>& speeds() const { return speeds_; }
  /// The hosts of all nodes.
  const std::vector<simgrid::s4u::Host*>& hosts() const { return hosts_; }
  /// The last numbers that a client gave over the network; who has its number next counts on.
  struct Numbers {
    TransactionId transaction = no_transaction;
    RequestId request = 0;
  };
  Numbers& last_numbers(ClientId client);
  /// Throws InputError unless all that are checked have the same policy with the same parameters.
  void check_same_policy(const ActorContext& context);

  /// What a resource does, for the records. A result that is lost on its way counts as a task that was lost,
  /// unless the resource has gone on to another.
  void starts(ClientId client, const Task& task, Seconds now);
  /// The result is in the space, and its transaction committed.
  void result_committed(const ResultData& result);
  /// The tasks that were submitted and have no result, as "3 8-12".
  std::string unfinished();
  /// Completes the records. It is called once.
  void close();
  /// The host of a node has gone down: what it ran is lost. Where one server keeps the space it says so, when
  /// it hears of it.
  void crashed(int node, Seconds now);
  void returned(int node, Seconds now);
  /// Whether that is known of the client.
  bool is_down(ClientId client) const { return down_clients_.count(client) > 0; }
  /// Whether another client has taken its place, so that an answer would reach that one.
  bool is_replaced(ClientId client) const;
  /// Nobody will hear of it again: what it had open is undone. For the space, which may know it later.
  void failed(ClientId client);
  /// A client has begun that takes the place of others, which are gone: what they had open is undone at once.
  void fail_before(ClientId client, Seconds date);

  // Several servers have each a store of their own. What follows is for them and their clients.

  /// The resource has computed, and its result is on its way. When its host goes down now, it is lost only if
  /// the servers say so.
  void in_doubt(ClientId client);
  /// The servers have undone what the client had open when it crashed.
  void undone(ClientId client);
  /// Whether this is the first server that has executed so many commands.
  bool is_first_to_execute(std::int64_t op);
  /// How clients are reached.
  std::map<ClientId, Peer> addresses;

  /// Under instant transport a client that waits for an answer sleeps here; `serve` wakes whom it concerns.
  /// The answer, and the planned date of it.
  std::pair<Tuple, Seconds> await(ClientId client);
  void serve(Seconds date);

  bool all_down() const { return down_ == resources_; }

private:
  struct Running {
    Task task;
    int resource;
    Seconds start;
    bool in_doubt = false;
    Seconds crash = never;
  };
  struct Sleeper {
    simgrid::s4u::SemaphorePtr wakes = simgrid::s4u::Semaphore::create(0);
    std::optional<std::pair<Tuple, Seconds>> answer;
  };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  Sleeper& sleeper(ClientId client);
  void watch(Stage& simulation);
  void write_down_ends();

  const bool is_led_, is_instant_;
  int resources_;
  std::vector<FlopsPerSecond> speeds_;
  std::vector<simgrid::s4u::Host*> hosts_; ///< by node
  int down_ = 0;
  std::int64_t executed_ = 0;           ///< commands, by the server that has executed most
  std::deque<Numbers> numbers_;         ///< by client
  std::string policy_;                  ///< of the first that was checked
  std::map<ClientId, Running> running_; ///< their results are not safe
  /// Ends at the last date, by date and resource, which are still to be written down.
  std::multimap<std::pair<Seconds, int>, ResultData> ends_;
  std::set<ClientId> down_clients_;
  std::vector<std::unique_ptr<Sleeper>> sleepers_; ///< by client
};

} // namespace malha::tuple_space
