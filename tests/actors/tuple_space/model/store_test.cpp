// SPDX-License-Identifier: MIT
// Operations without transactions, and blocking ones in the order of service.
#include "examples.hpp"
#include "tests/support/thrown.hpp"

namespace malha::tuple_space::testing {
namespace store_test {

using malha::testing::thrown;

struct Operations : ::testing::Test {
  TupleStore store{small_shapes()};
};

TEST_F(Operations, TakeTheOldestThatMatches) {
  store.out(a(1, 5));
  store.out(a(2, 4));
  store.out(a(1, 3));
  EXPECT_EQ(store.inp(a_of(1)), a(1, 5));
  EXPECT_EQ(store.inp(a_of(1)), a(1, 3));
  EXPECT_EQ(store.inp(a_of(1)), std::nullopt);
  EXPECT_EQ(store.inp(any_a), a(2, 4));
  EXPECT_EQ(store.size(), 0u);
}

TEST_F(Operations, ReadWithoutTaking) {
  store.out(a(1, 5));
  store.out(a(1, 6));
  EXPECT_EQ(store.rdp(any_a), a(1, 5));
  EXPECT_EQ(store.rdp(any_a), a(1, 5));
  EXPECT_EQ(store.rdp(a_of(2)), std::nullopt);
  EXPECT_EQ(store.size(), 2u);
}

TEST_F(Operations, CollectAllThatMatchByAge) {
  store.out(a(1, 5));
  store.out(a(2, 9));
  store.out(a(1, 3));
  store.out({"B", "x"});
  EXPECT_EQ(store.copy_collect(a_of(1)), (Tuples{a(1, 5), a(1, 3)}));
  EXPECT_EQ(all_a(store), (Tuples{a(1, 5), a(2, 9), a(1, 3)}));
  EXPECT_EQ(store.copy_collect(a_of(3)), Tuples{});
  EXPECT_EQ(store.size(), 4u);
}

TEST_F(Operations, KeepEqualTuplesApart) {
  store.out(a(1, 1));
  store.out(a(1, 1));
  EXPECT_EQ(store.inp({"A", 1, 1}), a(1, 1));
  EXPECT_EQ(store.inp({"A", 1, 1}), a(1, 1));
  EXPECT_EQ(store.inp({"A", 1, 1}), std::nullopt);
}

// Each template asks for other positions: what was written before and after the first such is found.
TEST_F(Operations, FindByAnySetOfFields) {
  store.out(a(1, 5));
  const std::vector<Template> templates{any_a, a_of(1), {"A", any, 5}, {"A", 1, 5}};
  for (const auto& wanted : templates)
    EXPECT_EQ(store.copy_collect(wanted).size(), 1u) << text_of(wanted);
  store.out(a(1, 5));
  for (const auto& wanted : templates)
    EXPECT_EQ(store.copy_collect(wanted).size(), 2u) << text_of(wanted);
  store.inp({"A", any, 5});
  for (const auto& wanted : templates)
    EXPECT_EQ(store.copy_collect(wanted).size(), 1u) << text_of(wanted);
}

// Two objects of equal content are two values; the weight does not matter.
TEST_F(Operations, FindDataByIdentity) {
  TupleStore files({{"F", {Type::data}}});
  const auto one = std::make_shared<int>(7), other = std::make_shared<int>(7);
  files.out({"F", Data{one, 10}});
  EXPECT_EQ(files.rdp({"F", Data{other, 10}}), std::nullopt);
  EXPECT_EQ(files.rdp({"F", Data{one, 20}}), (Tuple{"F", Data{one, 10}}));
}

// 0 and -0 are one number. A NaN is found by no value, but taken by a formal like any other.
TEST_F(Operations, FindRealsByValue) {
  TupleStore reals({{"R", {Type::real}}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(reals.rdp({"R", nan}), std::nullopt); // from now on there is an index of that field
  reals.out({"R", 0.0});
  EXPECT_EQ(reals.inp({"R", -0.0}), (Tuple{"R", 0.0}));
  const auto held = reals.held();
  reals.out({"R", nan});
  reals.out({"R", nan});
  EXPECT_EQ(reals.inp({"R", nan}), std::nullopt);
  EXPECT_TRUE(reals.inp({"R", Formal{Type::real}}).has_value());
  EXPECT_TRUE(reals.inp({"R", any}).has_value());
  // Nothing is left but the second slot and what the two templates added: no index entry, no key.
  EXPECT_EQ(reals.size(), 0u);
  EXPECT_EQ(reals.held(), held + 1);
}

TEST_F(Operations, AnswerAtOnceWhereATupleMatches) {
  store.out(a(1, 5));
  EXPECT_EQ(store.rd(7, 1, any_a), a(1, 5));
  EXPECT_EQ(store.in(7, 2, any_a), a(1, 5));
  EXPECT_EQ(store.take_served(), Answers{});
  EXPECT_EQ(store.size(), 0u);
}

TEST_F(Operations, AnswerLaterInTheOrderOfTheRequests) {
  EXPECT_EQ(store.rd(1, 10, any_a), std::nullopt);
  EXPECT_EQ(store.rd(2, 20, a_of(1)), std::nullopt);
  EXPECT_EQ(store.rd(3, 30, a_of(2)), std::nullopt);
  EXPECT_EQ(store.in(4, 40, a_of(1)), std::nullopt);
  EXPECT_EQ(store.rd(5, 50, any_a), std::nullopt);
  EXPECT_EQ(store.in(6, 60, any_a), std::nullopt);
  // Both rd that came before the in of client 4 read it, that of client 3 wants another job; the in takes it.
  store.out(a(1, 7));
  EXPECT_EQ(store.take_served(), (Answers{{1, 10, a(1, 7)}, {2, 20, a(1, 7)}, {4, 40, a(1, 7)}}));
  EXPECT_EQ(store.size(), 0u);
  // Those of 3, 5 and 6 still wait, in that order.
  store.out(a(2, 8));
  EXPECT_EQ(store.take_served(), (Answers{{3, 30, a(2, 8)}, {5, 50, a(2, 8)}, {6, 60, a(2, 8)}}));
  // Nobody waits: it stays.
  store.out(a(1, 9));
  EXPECT_EQ(store.take_served(), Answers{});
  EXPECT_EQ(store.size(), 1u);
}

TEST_F(Operations, LeaveATupleThatWasOnlyRead) {
  store.rd(1, 10, any_a);
  store.out(a(1, 7));
  EXPECT_EQ(store.take_served(), (Answers{{1, 10, a(1, 7)}}));
  EXPECT_EQ(all_a(store), Tuples{a(1, 7)});
}

TEST_F(Operations, GiveEachOfSeveralTakersOne) {
  store.in(1, 10, any_a);
  store.in(2, 20, any_a);
  store.out({"B", "x"});
  store.out(a(1, 1));
  store.out(a(1, 2));
  EXPECT_EQ(store.take_served(), (Answers{{1, 10, a(1, 1)}, {2, 20, a(1, 2)}}));
  EXPECT_EQ(store.size(), 1u); // B
}

TEST_F(Operations, ForgetTheRequestsOfAClientThatFailed) {
  store.in(1, 10, any_a);
  store.rd(2, 20, any_a);
  store.in(1, 11, a_of(1));
  store.client_failed(1);
  store.out(a(1, 1));
  EXPECT_EQ(store.take_served(), (Answers{{2, 20, a(1, 1)}}));
  EXPECT_EQ(store.size(), 1u);
  // A client that comes back asks anew.
  EXPECT_EQ(store.in(1, 12, any_a), a(1, 1));
}

TEST_F(Operations, RefuseATupleOfNoShape) {
  const auto refusal = [&](const Tuple& tuple) { return thrown<InputError>([&] { store.out(tuple); }); };
  const std::string rest = R"( has an unknown shape; valid: ("A", ?integer, ?integer), ("B", ?text))";
  EXPECT_EQ(refusal({"A", 3}), R"(tuple space: ("A", 3))" + rest);
  EXPECT_EQ(refusal({"A", 3, 4, 5}), R"(tuple space: ("A", 3, 4, 5))" + rest);
  EXPECT_EQ(refusal({"A", 3, 4.0}), R"(tuple space: ("A", 3, 4.0))" + rest);
  EXPECT_EQ(refusal({"C", "x"}), R"(tuple space: ("C", "x"))" + rest);
  EXPECT_EQ(refusal({3, 4, 5}), R"(tuple space: (3, 4, 5))" + rest);
  EXPECT_EQ(refusal({}), "tuple space: ()" + rest);
  EXPECT_EQ(store.size(), 0u);
}

TEST_F(Operations, RefuseATemplateThatMatchesNoShape) {
  const std::string rest = R"( matches no shape; valid: ("A", ?integer, ?integer), ("B", ?text))";
  const std::vector<std::pair<Template, std::string>> refused{
      {{"A", any}, R"(("A", *))"},
      {{"A", any, Formal{Type::real}}, R"(("A", *, ?real))"},
      {{"A", 2.5, any}, R"(("A", 2.5, *))"},
      {{"C", any}, R"(("C", *))"},
      {{any, any, any}, "(*, *, *)"},
      {{Formal{Type::text}, any}, "(?text, *)"},
      {{1, any}, "(1, *)"},
      {{}, "()"}};
  for (const auto& [wanted, text] : refused) {
    const std::vector<std::function<void()>> asks{
        [&, &wanted = wanted] { store.inp(wanted); }, [&, &wanted = wanted] { store.rdp(wanted); },
        [&, &wanted = wanted] { store.copy_collect(wanted); },
        [&, &wanted = wanted] { store.in(1, 1, wanted); }, [&, &wanted = wanted] { store.rd(1, 1, wanted); }};
    for (const auto& ask : asks)
      EXPECT_EQ(thrown<InputError>(ask), "tuple space: " + text + rest);
  }
  EXPECT_EQ(store.held(), 0u);
}

TEST(Shapes, AreOnePerKindAndNotTooWide) {
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              TupleStore({{"A", {}}, {"A", {Type::text}}});
            }),
            "tuple space: two shapes are of kind A");
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              TupleStore({{"A", std::vector<Type>(65, Type::text)}});
            }),
            "tuple space: a shape has more than 64 fields");
  // The widest: its last field is found, too.
  TupleStore wide({{"A", std::vector<Type>(64, Type::integer)}});
  std::vector<Value> fields{"A"};
  Template wanted{"A"};
  for (std::int64_t i = 0; i < 64; ++i) {
    fields.emplace_back(i);
    wanted.push_back(any);
  }
  const Tuple tuple(fields.data(), fields.size());
  wide.out(tuple);
  wanted.set(64, Value(62));
  EXPECT_EQ(wide.rdp(wanted), std::nullopt);
  wanted.set(64, Value(63));
  EXPECT_EQ(wide.rdp(wanted), tuple);
}

} // namespace store_test
} // namespace malha::tuple_space::testing
