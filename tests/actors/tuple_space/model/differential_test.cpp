// SPDX-License-Identifier: MIT
// Random sequences of operations: TupleStore and the plain reference do the same at every step.
#include "reference_store.hpp"
#include "tests/support/scaled.hpp"
#include "tests/support/thrown.hpp"

namespace malha::tuple_space::testing {
namespace differential_test {

using malha::testing::thrown;

const int sequences = malha::testing::scaled(1500); // of each way to choose
constexpr int steps = 120;
constexpr int clients = 4;

const std::vector<Shape> shapes{{"A", {Type::integer, Type::integer, Type::integer}},
                                {"B", {Type::text}},
                                {"C", {Type::real, Type::data}}};

/// How often what is worth testing happened.
struct Seen {
  int served = 0, served_by_end = 0, aborted = 0, refused_commits = 0, failed_with_transactions = 0;
};

class Sequence {
public:
  Sequence(std::uint64_t seed, bool draws, Seen& seen)
      : operations_(seed), ours_random_(seed + 1), theirs_random_(seed + 1),
        ours_(shapes, draws ? &ours_random_ : nullptr), theirs_(draws ? &theirs_random_ : nullptr),
        seen_(seen) {}

  void step() {
    const auto sort = pick(20);
    if (sort < 7)
      out();
    else if (sort < 10)
      ask_at_once();
    else if (sort < 14)
      ask();
    else if (sort < 16)
      begin();
    else if (sort < 19)
      end(sort == 18);
    else if (pick(4) == 0)
      fail();
    compare_answers();
  }

  /// What each transaction sees, and everybody.
  void compare_contents() {
    auto readers = theirs_.open();
    readers[no_transaction] = 0;
    std::size_t visible = 0;
    for (const auto& [transaction, client] : readers)
      for (const auto& shape : shapes) {
        Template all{Value(shape.kind)};
        for (std::size_t field = 0; field < shape.fields.size(); ++field)
          all.push_back(any);
        const auto tuples = theirs_.copy_collect(all, transaction);
        ASSERT_EQ(ours_.copy_collect(all, transaction), tuples);
        visible += transaction == no_transaction ? tuples.size() : 0;
      }
    ASSERT_EQ(ours_.size(), visible);
  }

private:
  std::size_t pick(std::size_t number) {
    return boost::random::uniform_int_distribution<std::size_t>(0, number - 1)(operations_);
  }

  /// Of few values, so that templates match.
  Value value(Type type) {
    static const auto one = std::make_shared<int>(), other = std::make_shared<int>();
    const auto which = pick(2);
    switch (type) {
    case Type::integer:
      return static_cast<std::int64_t>(which);
    case Type::real:
      return which == 0 ? (pick(2) == 0 ? 0.0 : -0.0) : 0.5;
    case Type::text:
      return which == 0 ? "x" : "y";
    case Type::data:
      return Data{which == 0 ? one : other, 1};
    }
    return {};
  }

  const Shape& shape() { return shapes[std::min(pick(4), pick(4)) % shapes.size()]; }

  Tuple tuple() {
    const auto& of = shape();
    std::vector<Value> fields{of.kind};
    for (const auto type : of.fields)
      fields.push_back(value(type));
    return {fields.data(), fields.size()};
  }

  Template wanted() {
    const auto& of = shape();
    Template fields{Value(of.kind)};
    for (const auto type : of.fields)
      switch (pick(3)) {
      case 0:
        fields.push_back(value(type));
        break;
      case 1:
        fields.push_back(Formal{type});
        break;
      default:
        fields.push_back(any);
      }
    return fields;
  }

  /// An open transaction, of that client if one is given, or none.
  TransactionId transaction(std::optional<ClientId> client = {}) {
    std::vector<TransactionId> of{no_transaction};
    for (const auto& [id, owner] : theirs_.open())
      if (!client || owner == *client)
        of.push_back(id);
    return of[pick(of.size())];
  }

  void out() {
    const auto written = tuple();
    const auto inside = transaction();
    ours_.out(written, inside);
    theirs_.out(written, inside);
  }

  void ask_at_once() {
    const auto asked = wanted();
    const auto inside = transaction();
    switch (pick(3)) {
    case 0:
      ASSERT_EQ(ours_.inp(asked, inside), theirs_.inp(asked, inside)) << text_of(asked);
      break;
    case 1:
      ASSERT_EQ(ours_.rdp(asked, inside), theirs_.rdp(asked, inside)) << text_of(asked);
      break;
    default:
      ASSERT_EQ(ours_.copy_collect(asked, inside), theirs_.copy_collect(asked, inside)) << text_of(asked);
    }
  }

  void ask() {
    const auto asked = wanted();
    const auto client = static_cast<ClientId>(pick(clients));
    const auto inside = transaction(client);
    const bool takes = pick(2) == 0;
    const auto answer =
        takes ? ours_.in(client, ++request_, asked, inside) : ours_.rd(client, ++request_, asked, inside);
    ASSERT_EQ(answer, theirs_.ask(takes, client, request_, asked, inside)) << text_of(asked);
  }

  void begin() {
    const auto client = static_cast<ClientId>(pick(clients));
    ASSERT_EQ(ours_.begin(client), theirs_.begin(client));
  }

  void end(bool aborts) {
    const auto inside = transaction();
    if (inside == no_transaction)
      return;
    if (aborts) {
      ++seen_.aborted;
      ours_.abort(inside);
      theirs_.abort(inside);
    } else if (theirs_.waits(inside)) {
      ++seen_.refused_commits;
      ASSERT_NE(thrown<std::logic_error>([&] { ours_.commit(inside); }), "(nothing)");
    } else {
      ours_.commit(inside);
      theirs_.commit(inside);
    }
    by_end_ = true;
  }

  void fail() {
    const auto client = static_cast<ClientId>(pick(clients));
    const auto open = theirs_.open().size();
    ours_.client_failed(client);
    theirs_.client_failed(client);
    seen_.failed_with_transactions += theirs_.open().size() < open;
    by_end_ = true;
  }

  void compare_answers() {
    const auto served = theirs_.take_served();
    ASSERT_EQ(ours_.take_served(), served);
    seen_.served += static_cast<int>(served.size());
    seen_.served_by_end += by_end_ ? static_cast<int>(served.size()) : 0;
    by_end_ = false;
  }

  RandomStreams::Engine operations_, ours_random_, theirs_random_;
  TupleStore ours_;
  ReferenceStore theirs_;
  RequestId request_ = 0;
  bool by_end_ = false; ///< the step ended a transaction
  Seen& seen_;
};

class Differential : public ::testing::TestWithParam<bool> {};

TEST_P(Differential, EqualsTheReferenceStepByStep) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(sequences); ++seed) {
    Sequence sequence(seed, GetParam(), seen);
    for (int step = 0; step < steps; ++step) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", step " + std::to_string(step));
      sequence.step();
      if (step % 8 == 7)
        sequence.compare_contents();
      if (HasFatalFailure())
        return;
    }
  }
  // Nothing is rare: on average, it happens in every sequence, or in every fourth.
  EXPECT_GT(seen.served, sequences);
  EXPECT_GT(seen.served_by_end, sequences);
  EXPECT_GT(seen.aborted, sequences);
  EXPECT_GT(seen.refused_commits, sequences / 4);
  EXPECT_GT(seen.failed_with_transactions, sequences / 4);
}

INSTANTIATE_TEST_SUITE_P(Choice, Differential, ::testing::Values(false, true),
                         [](const auto& one) { return one.param ? "Random" : "Oldest"; });

} // namespace differential_test
} // namespace malha::tuple_space::testing
