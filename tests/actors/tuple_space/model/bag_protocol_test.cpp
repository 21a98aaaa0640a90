// SPDX-License-Identifier: MIT
// Alg. 1 of GridTS: a broker that crashes at any of its operations, and is started again.
#include "actors/tuple_space/model/bag_protocol.hpp"
#include "examples.hpp"

#include <map>
#include <numeric>

namespace malha::tuple_space::testing {
namespace bag_protocol_test {

constexpr ClientId resource = 100;

struct Crash : std::exception {};

/// When a broker crashes: before the operation of that number, from 0, while it waits in it, or after it.
struct CrashPoint {
  enum When { before, waiting, after };
  int operation;
  When when;
};
constexpr CrashPoint no_crash{-1, CrashPoint::before};

/// Counts what he is given.
class CountingUser : public BagUser {
public:
  bool has_results() const override { return deliveries > 0; }
  void deliver() override { ++deliveries; }

  int deliveries = 0;
};

/// A space in which resources run a task whenever the broker waits.
struct Space {
  TupleStore store{shapes()};
  std::map<TaskId, int> executed; ///< how often, by task

  Space() { store.out(tuple_of("TICKET", std::int64_t(0))); }

  void run_a_task() {
    const auto transaction = store.begin(resource);
    const auto task = store.inp(any_task(), transaction);
    if (!task)
      return store.abort(transaction);
    const auto& content = content_of<Task>(*task, 4);
    ++executed[content.id];
    store.out(tuple_of("RESULT", content.job, content.id, Data{}), transaction);
    store.commit(transaction);
  }
};

/// The space as a broker uses it that crashes.
class CrashingClient : public Client {
public:
  CrashingClient(Space& space, ClientId id, const CrashPoint& crash)
      : space_(space), id_(id), crash_(crash) {}

  int operations() const { return operations_; }
  /// The tasks whose results it took, in that order.
  const std::vector<TaskId>& taken() const { return taken_; }

  TransactionId begin() override {
    return acted([this](TupleStore& store) { return store.begin(id_); });
  }
  void commit(TransactionId transaction) override {
    acted([=](TupleStore& store) { return store.commit(transaction), 0; });
  }
  void abort(TransactionId transaction) override {
    acted([=](TupleStore& store) { return store.abort(transaction), 0; });
  }
  void out(Tuple tuple, TransactionId transaction) override {
    acted([&](TupleStore& store) { return store.out(std::move(tuple), transaction), 0; });
  }
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) override {
    return acted([&](TupleStore& store) { return store.inp(wanted, transaction); });
  }
  std::optional<Tuple> rdp(const Template& wanted, TransactionId transaction) override {
    return acted([&](TupleStore& store) { return store.rdp(wanted, transaction); });
  }
  std::vector<Tuple> copy_collect(const Template& wanted, TransactionId transaction) override {
    return acted([&](TupleStore& store) { return store.copy_collect(wanted, transaction); });
  }
  Tuple in(const Template& wanted, TransactionId transaction) override {
    return acted([&](TupleStore& store) {
      auto found = store.in(id_, operations_, wanted, transaction);
      if (!found && crash_.when == CrashPoint::waiting && operations_ > crash_.operation)
        throw Crash();
      while (!found) {
        space_.run_a_task();
        for (auto& served : store.take_served())
          found = std::move(served.tuple);
      }
      if ((*found)[0] == Value("RESULT"))
        taken_.push_back(integer_in(*found, 2));
      return *found;
    });
  }
  Tuple rd(const Template&, TransactionId) override { throw std::logic_error("Alg. 1 reads nothing so"); }

private:
  template <class Operation>
  std::invoke_result_t<Operation, TupleStore&> acted(Operation operation) {
    const bool crashes = operations_++ == crash_.operation;
    if (crashes && crash_.when == CrashPoint::before)
      throw Crash();
    auto answer = operation(space_.store);
    if (crashes && crash_.when == CrashPoint::after)
      throw Crash();
    return answer;
  }

  Space& space_;
  const ClientId id_;
  const CrashPoint crash_;
  int operations_ = 0;
  std::vector<TaskId> taken_;
};

std::shared_ptr<const Job> three_tasks() {
  auto job = std::make_shared<Job>();
  job->id = 7;
  for (TaskId id = 40; id < 43; ++id) {
    job->tasks.emplace_back();
    job->tasks.back().id = id;
    job->tasks.back().job = 7;
    job->tasks.back().work = 1;
  }
  return job;
}

const std::vector<int> classes{1, 2, 1};

/// Task 40 precedes 41, which precedes 42.
const workflow::Graph& chain() {
  static const workflow::Graph graph(3, {{0, 1, 0}, {1, 2, 0}});
  return graph;
}

/// False: it crashed, and the space knows. `graph`: of a DAG.
bool serves(Space& space, CrashingClient& client, ClientId id, BagUser& user,
            const workflow::Graph* graph = nullptr) {
  try {
    BagProtocol(client, {0, 0}, three_tasks(), classes, user, graph).run();
    return true;
  } catch (const Crash&) {
    space.store.client_failed(id);
    return false;
  }
}

void expect_delivered_once(const Space& space, const CountingUser& user) {
  EXPECT_EQ(space.executed, (std::map<TaskId, int>{{40, 1}, {41, 1}, {42, 1}}));
  EXPECT_EQ(user.deliveries, 1);
}

/// Nothing is left but the TICKET, which has gone on by one job.
void expect_cleared_up(Space& space) {
  EXPECT_EQ(space.store.size(), 1u);
  EXPECT_EQ(space.store.rdp({"TICKET", any}), tuple_of("TICKET", std::int64_t(1)));
}

// rdp TRANS; begin, in TICKET, out TICKET, out JOB, 3 out TASK, out TRANS, commit; begin, 3 in RESULT, in
// TRANS, in JOB, commit.
constexpr int operations = 1 + 9 + 7;

TEST(BagProtocol, DeliversABagOnce) {
  Space space;
  CountingUser user;
  CrashingClient broker(space, 1, no_crash);
  ASSERT_TRUE(serves(space, broker, 1, user));
  EXPECT_EQ(broker.operations(), operations);
  EXPECT_EQ(broker.taken(), (std::vector<TaskId>{40, 41, 42}));
  expect_delivered_once(space, user);
  expect_cleared_up(space);
}

/// A broker crashes; so many tasks are run; the one that is started in its place may crash, too.
void expect_survived(const CrashPoint& first, const CrashPoint& second, int run_in_between,
                     const workflow::Graph* graph = nullptr) {
  SCOPED_TRACE(std::string("crash ") + (first.when == CrashPoint::after ? "after" : "before") +
               " operation " + std::to_string(first.operation) + " and then " +
               std::to_string(second.operation) + ", " + std::to_string(run_in_between) + " tasks between");
  Space space;
  CountingUser user;
  ClientId id = 0;
  for (const auto& crash : {first, second, no_crash}) {
    CrashingClient broker(space, ++id, crash);
    if (!serves(space, broker, id, user, graph)) {
      for (int task = 0; task < run_in_between; ++task)
        space.run_a_task();
      continue;
    }
    expect_delivered_once(space, user);
    return expect_cleared_up(space);
  }
}

TEST(BagProtocol, InsertsNothingTwiceAndDeliversOnceWhereverItsBrokerCrashes) {
  for (int first = 0; first < operations; ++first)
    for (int second = 0; second < operations; ++second)
      for (const auto when : {CrashPoint::before, CrashPoint::after})
        for (const int run_in_between : {0, 1, 3})
          expect_survived({first, when}, {second, when}, run_in_between);
}

// rdp TRANS; begin, in TICKET, out TICKET, out JOB, out TASK, out TRANS, commit; three times begin, in
// RESULT, out DONE, commit, and two of them with out TASK; begin, 3 in DONE, in TRANS, in JOB, commit.
constexpr int operations_of_chain = 1 + 7 + 3 * 4 + 2 + 7;

TEST(BagProtocol, DeliversADagInTheOrderOfItsTasks) {
  Space space;
  CountingUser user;
  CrashingClient broker(space, 1, no_crash);
  ASSERT_TRUE(serves(space, broker, 1, user, &chain()));
  EXPECT_EQ(broker.operations(), operations_of_chain);
  EXPECT_EQ(broker.taken(), (std::vector<TaskId>{40, 41, 42}));
  expect_delivered_once(space, user);
  expect_cleared_up(space);
}

TEST(BagProtocol, RunsEachTaskOfADagOnceWhereverItsBrokerCrashes) {
  for (int first = 0; first < operations_of_chain; ++first)
    for (int second = 0; second < operations_of_chain; ++second)
      for (const auto when : {CrashPoint::before, CrashPoint::after})
        for (const int run_in_between : {0, 1, 3})
          expect_survived({first, when}, {second, when}, run_in_between, &chain());
}

// As the only one it waits for a RESULT: its first three waits, of which the first is in operation 11.
TEST(BagProtocol, ForgetsWhatABrokerWaitedForThatCrashed) {
  for (int waiting = 11; waiting < 14; ++waiting)
    for (const int run_in_between : {0, 1, 3})
      expect_survived({waiting, CrashPoint::waiting}, no_crash, run_in_between);
}

// A broker that comes back after the end finds that its user has the results, and nothing in the space.
TEST(BagProtocol, InsertsNothingAgainWhereTheUserHasTheResults) {
  Space space;
  CountingUser user;
  CrashingClient first(space, 1, {operations - 1, CrashPoint::after}), second(space, 2, no_crash);
  EXPECT_FALSE(serves(space, first, 1, user));
  EXPECT_FALSE(BagProtocol(second, {0, 0}, three_tasks(), classes, user).run());
  EXPECT_EQ(second.operations(), 1);
  expect_delivered_once(space, user);
  expect_cleared_up(space);
}

} // namespace bag_protocol_test
} // namespace malha::tuple_space::testing
