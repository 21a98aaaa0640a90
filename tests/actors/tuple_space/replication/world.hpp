// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/replica.hpp"
#include "actors/tuple_space/model/session.hpp"
#include "history.hpp"

#include <random>

namespace malha::tuple_space::testing {

/// What a world has gone through, to see that it has tested something.
struct Seen {
  int crashes = 0, returns = 0, lost = 0, doubled = 0, views = 0, snapshots = 0, failed_clients = 0,
      answered = 0, waited = 0;
};

/// Servers of a tuple space and their clients on a network without a clock: what happens next is drawn. A
/// message may come at any time, twice or never, a time-out at any time, and at most as many servers are
/// down, or not yet back, as they support. Everything follows from the seed.
class World {
public:
  struct Setup {
    int servers = 3;
    int clients = 3;
    int commands = 7; ///< of each client
    OpNumber log_kept = 4;
    OpNumber lag = 3;
    bool draws_matches = false;
  };

  World(const Setup& setup, std::uint64_t seed, Seen& seen);
  virtual ~World() = default;

  /// Lives until all clients have had their answers, or the servers do not give them.
  void live();
  /// Whether every client that has not crashed has had all its answers.
  bool all_answered() const;
  /// By date.
  std::vector<Operation> history() const;
  /// Whether two replicas have executed different commands at one place.
  bool has_split() const { return has_split_; }

protected:
  /// What arrives somewhere; a planted bug changes it.
  virtual void arrive_from_server(int from, int to, const ReplicaMessage& message);
  virtual void arrive_from_client(int to, const Submission& submission);
  void arrive_at_client(ClientId to, const ToClient& message);

  Replica* server(int number) { return servers_[static_cast<std::size_t>(number)].replica.get(); }
  /// Puts a message on the network.
  void post(int from, int to, ReplicaMessage message);
  void post(int to, Submission submission);
  void post(ClientId to, ToClient message);
  /// Sends what the server has to send.
  void collect(int server);

private:
  struct Server {
    std::unique_ptr<Replica> replica; ///< null while it is down
    Replica::Stable stable;
  };
  struct Client {
    explicit Client(SpaceSession made) : session(std::move(made)) {}
    SpaceSession session;
    std::vector<Operation> done; ///< the last one may be under way
    bool waits = false;
    bool crashed = false;
    std::set<int> open; ///< transactions
    int last_transaction = 0;
  };
  struct Letter {
    int from, to;
    std::variant<ReplicaMessage, Submission, ToClient> content;
  };

  std::size_t pick(std::size_t below) { return random_() % below; }
  bool chance(std::size_t one_in) { return pick(one_in) == 0; }
  void step();
  void deliver(std::size_t letter);
  void hand_over(const Letter& letter);
  void settle();
  void deliver_all();
  bool somebody_is_waiting() const;
  void act(Client& client, int number);
  void write(Client& client, Operation& operation);
  void look(Operation& operation);
  void give(Client& client, const Operation& operation);
  void crash_client(Client& client, int number);
  void crash_or_return();
  void come_back(Server& one);
  void complain(Client& client);
  void rescue();
  bool is_back(const Server& one) const {
    return one.replica && one.replica->status() != Replica::Status::recovering;
  }

  const Setup setup_;
  std::mt19937_64 random_;
  Seen& seen_;
  SpaceMachine first_machine_;
  std::vector<Server> servers_;
  std::vector<Client> clients_; ///< the last one writes what others wait for in vain
  std::vector<Operation> failures_;
  std::vector<Letter> letters_;
  std::vector<CommandPtr> order_; ///< as executed by anybody
  bool has_split_ = false;
  long date_ = 0;
};

} // namespace malha::tuple_space::testing
