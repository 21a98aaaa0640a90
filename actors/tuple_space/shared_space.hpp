// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/bag_journal.hpp"
#include "tie_breaker.hpp"
#include "vocabulary.hpp"

#include <deque>
#include <optional>
#include <set>

namespace malha::tuple_space {

/// Whether several servers keep the space (tuple_space/replica), or one (tuple_space/space).
bool is_replicated(Stage& simulation);
/// All servers. Throws InputError where there is none, or both kinds.
std::vector<Peer> servers_of(Stage& simulation);

/// What the actors of a tuple space share besides messages: the space, the records, and, under instant
/// transport, the order in which they act.
class SharedSpace {
public:
  /// That of the simulation.
  static SharedSpace& of(ActorContext& context);

  explicit SharedSpace(Stage& simulation);

  TupleStore store;
  BagJournal journal;
  TieBreaker tie_breaker;

  /// By client: resources by their numbers, then whoever else asks for a number, until it gives it back.
  ClientId new_client();
  void client_has_left(ClientId client) { left_.insert(client); }
  /// The last numbers that a client gave over the network; who has its number next counts on.
  struct Numbers {
    TransactionId transaction = no_transaction;
    RequestId request = 0;
  };
  Numbers& last_numbers(ClientId client);
  /// Throws InputError unless all that are checked have the same policy with the same parameters.
  void check_same_policy(const ActorContext& context);
  int resources() const { return resources_; }

  /// What a resource does, for the records. A result that is lost on its way counts as a task that was lost,
  /// unless the resource has gone on to another.
  void starts(int resource, const Task& task, Seconds now);
  /// The result is in the space, and its transaction committed.
  void result_committed(const ResultData& result);
  /// The host of a resource has gone down: what it ran is lost.
  void crashed(int resource, Seconds now);
  bool is_down(ClientId client) const { return client < resources_ && is_down_[index(client)]; }
  /// Nobody will hear of it again: what it had open is undone. For the space, which may know it later.
  void failed(ClientId client);

  // Several servers have each a store of their own. What follows is for them and their clients.

  /// The resource has computed, and its result is on its way. When its host goes down now, it is lost only if
  /// the servers say so.
  void in_doubt(int resource);
  /// The servers have undone what the resource had open when it crashed.
  void undone(int resource);
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
    Seconds start;
    bool in_doubt = false;
    Seconds crash = never;
  };
  struct Sleeper {
    simgrid::s4u::SemaphorePtr wakes = simgrid::s4u::Semaphore::create(0);
    std::optional<std::pair<Tuple, Seconds>> answer;
  };

  static std::size_t index(int resource) { return static_cast<std::size_t>(resource); }
  Sleeper& sleeper(ClientId client);

  int resources_;
  int down_ = 0;
  std::int64_t executed_ = 0; ///< commands, by the server that has executed most
  ClientId next_client_;
  std::set<ClientId> left_;
  std::deque<Numbers> numbers_;                    ///< by client
  std::string policy_;                             ///< of the first that was checked
  std::vector<std::optional<Running>> running_;    ///< by resource; their results are not safe
  std::vector<bool> is_down_;                      ///< by resource
  std::vector<std::unique_ptr<Sleeper>> sleepers_; ///< by client
};

} // namespace malha::tuple_space
