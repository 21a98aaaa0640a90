// SPDX-License-Identifier: MIT
// Alg. 4 of GridTS: a resource that crashes at any of its operations leaves at most one checkpoint, the last.
#include "actors/tuple_space/model/checkpoint_protocol.hpp"
#include "examples.hpp"

namespace malha::tuple_space::testing {
namespace checkpoint_protocol_test {

struct Crash : std::exception {};

/// A client that crashes before the operation of that number, from 0; never at -1.
class CrashingResource : public Client {
public:
  CrashingResource(TupleStore& store, ClientId id, int crash) : store_(store), id_(id), crash_(crash) {}

  int operations() const { return operations_; }

  TransactionId begin() override { return next().begin(id_); }
  void commit(TransactionId transaction) override { next().commit(transaction); }
  void abort(TransactionId) override { throw std::logic_error("Alg. 4 aborts nothing"); }
  void out(Tuple tuple, TransactionId transaction) override { next().out(std::move(tuple), transaction); }
  std::optional<Tuple> inp(const Template& wanted, TransactionId transaction) override {
    return next().inp(wanted, transaction);
  }
  std::optional<Tuple> rdp(const Template&, TransactionId) override { return std::nullopt; }
  std::vector<Tuple> copy_collect(const Template&, TransactionId) override { return {}; }
  Tuple in(const Template&, TransactionId) override { throw std::logic_error("Alg. 4 waits for nothing"); }
  Tuple rd(const Template&, TransactionId) override { throw std::logic_error("Alg. 4 waits for nothing"); }

private:
  TupleStore& next() {
    if (operations_++ == crash_)
      throw Crash();
    return store_;
  }

  TupleStore& store_;
  const ClientId id_;
  const int crash_;
  int operations_ = 0;
};

Task task_of_ten() {
  Task task;
  task.id = 3;
  task.job = 1;
  task.work = 10;
  return task;
}

/// Runs the task with a checkpoint after each 3 of its work; returns the work that it found left at its
/// begin.
Flops run(Client& space, const Task& task) {
  CheckpointProtocol protocol(space, task, 0);
  const Flops found = protocol.begin();
  for (Flops left = found - 3; left > 0; left -= 3)
    protocol.leave(left);
  protocol.end();
  return found;
}

// begin, inp; three times (with 7, 4 and 1 left) out, commit, begin, inp; commit. A checkpoint is in the
// space for the next resource when the commit after its out has been: that is operation 3, 7 and 11. From
// then on there is the one checkpoint, even when the next interval has taken it, since a crash gives it back.
TEST(CheckpointProtocol, LeavesTheLastCheckpointWhereverAResourceCrashes) {
  constexpr int operations = 2 + 3 * 4 + 1;
  const Task task = task_of_ten();
  for (int crash = 0; crash < operations; ++crash) {
    SCOPED_TRACE("crash before operation " + std::to_string(crash));
    TupleStore store{shapes()};
    CrashingResource first(store, 1, crash), second(store, 2, -1);
    EXPECT_THROW(run(first, task), Crash);
    store.client_failed(1);
    EXPECT_EQ(run(second, task), crash <= 3 ? 10 : crash <= 7 ? 7 : crash <= 11 ? 4 : 1);
    EXPECT_EQ(store.size(), 0u);
  }
}

// The one that is under way when it ends is gone, whatever becomes of the transaction of the task.
TEST(CheckpointProtocol, LeavesNothingAtTheEnd) {
  TupleStore store{shapes()};
  CrashingResource resource(store, 1, -1);
  const auto task = store.begin(1);
  EXPECT_EQ(run(resource, task_of_ten()), 10);
  EXPECT_EQ(resource.operations(), 15);
  store.abort(task);
  EXPECT_EQ(store.size(), 0u);
}

} // namespace checkpoint_protocol_test
} // namespace malha::tuple_space::testing
