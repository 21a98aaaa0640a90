// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/books/broker_book.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <numeric>

namespace malha::test {

using Given = std::vector<std::pair<TaskId, int>>; ///< (task, resource)

using Assigning = conformance::BrokerBook;

inline Given ask(broker::Assign& policy, const Assigning& book) {
  Given given;
  for (const auto& assignment : policy.assign(book.view()))
    given.emplace_back(assignment.task, assignment.resource);
  return given;
}

/// What a policy with these parameters gives.
inline Given given(const std::string& policy, const Assigning& book,
                   const std::map<std::string, std::string>& parameters = {}) {
  return ask(*make<broker::Assign>(policy, parameters), book);
}

/// An example to which policies have different answers. Task 3, of 8, runs on resource 2, from 0 to 2; 2 s is
/// also the mean work over the mean speed.
inline Assigning common_example() {
  Assigning book({1, 1, 4, 4, 1}, {4, 6, 2});
  book.run(8, 1);
  book.occupy(2, 2);
  book.mean_work = 4.4;
  return book;
}

/// Random books of a broker, each of another grid.
class RandomBooks {
public:
  explicit RandomBooks(std::uint64_t seed) : engine_(seed) {}

  Assigning next(int most_tasks) {
    conformance::Draw draw(engine_);
    conformance::GivenBrokerBook given(most_tasks);
    conformance::drawn(given, draw);
    return given.book(draw.real(0, 1e4));
  }

private:
  RandomStreams::Engine engine_;
};

/// Puts random books to a policy and to the rule as it is written down.
template <class Rule>
void expect_same_as_rule(const std::string& policy, Rule rule,
                         const std::map<std::string, std::string>& parameters = {}) {
  RandomBooks books(1);
  std::size_t assignments = 0;
  for (int number = 0; number < 2000; ++number) {
    const auto book = books.next(30);
    const auto expected = rule(book);
    ASSERT_EQ(given(policy, book, parameters), expected) << "book " << number;
    assignments += expected.size();
  }
  EXPECT_GT(assignments, 2000u);
}

} // namespace malha::test
