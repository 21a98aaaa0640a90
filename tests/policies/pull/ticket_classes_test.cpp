// SPDX-License-Identifier: MIT
#include "policies/pull/choice.hpp"

#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/thrown.hpp"

namespace malha::pull {
namespace ticket_classes_test {

using Classes = std::vector<int>;
using Amounts = std::vector<double>;
using Parts = std::vector<std::pair<JobId, int>>; ///< (job, class)
using Texts = std::map<std::string, std::string>;

const std::string name = "pull/ticket_classes";

Classes classes(const Amounts& amounts, const Texts& parameters = {}) {
  return test::make<Choice>(name, parameters)->classes_of(amounts);
}

Parts wanted(int resource_class, const std::vector<OfferedJob>& jobs, const Texts& parameters = {}) {
  Parts parts;
  for (const auto& [job, task_class] : test::make<Choice>(name, parameters)->wanted({resource_class, jobs}))
    parts.emplace_back(job, task_class);
  return parts;
}

TEST(TicketClasses, WantsItsOwnClassThenLargerThenSmallerOnes) {
  EXPECT_EQ(wanted(1, {{7, 0, 9}}), (Parts{{7, 1}, {7, 2}, {7, 3}}));
  EXPECT_EQ(wanted(2, {{7, 0, 9}}), (Parts{{7, 2}, {7, 3}, {7, 1}}));
  EXPECT_EQ(wanted(3, {{7, 0, 9}}), (Parts{{7, 3}, {7, 2}, {7, 1}}));
  EXPECT_EQ(wanted(3, {{7, 0, 9}}, {{"nc", "5"}}), (Parts{{7, 3}, {7, 4}, {7, 5}, {7, 2}, {7, 1}}));
  EXPECT_EQ(wanted(1, {{7, 0, 9}}, {{"nc", "1"}}), (Parts{{7, 1}}));
}

// Job 8 has the lower ticket, whatever its id, place or size.
TEST(TicketClasses, WantsAllOfOneJobBeforeTheNextTicket) {
  EXPECT_EQ(wanted(2, {{7, 5, 1}, {8, 4, 100}}, {{"nc", "2"}}), (Parts{{8, 2}, {8, 1}, {7, 2}, {7, 1}}));
  EXPECT_EQ(wanted(2, {{8, 4, 100}, {7, 5, 1}}, {{"nc", "2"}}), (Parts{{8, 2}, {8, 1}, {7, 2}, {7, 1}}));
  EXPECT_EQ(wanted(2, {}), Parts{});
}

// From 10 to 40, three parts of 10: a bound belongs to the upper part, the greatest to the last.
TEST(TicketClasses, DividesTheRangeIntoEqualParts) {
  EXPECT_EQ(classes({10, 19, 20, 29, 30, 39, 40}), (Classes{1, 1, 2, 2, 3, 3, 3}));
  EXPECT_EQ(classes({40, 10}), (Classes{3, 1}));
  EXPECT_EQ(classes({0, 1, 2, 100}, {{"nc", "2"}}), (Classes{1, 1, 1, 2}));
  EXPECT_EQ(classes({0, 0.5, 1}, {{"nc", "1"}}), (Classes{1, 1, 1}));
}

// Less than each of six are 0, 1, 2, 3, 4, 5 others: 3 * 2 / 6 = 1 is the first whole number above 0.
TEST(TicketClasses, DividesTheAmountsIntoEqualNumbers) {
  const Texts quantile{{"bounds", "quantile"}};
  EXPECT_EQ(classes({0, 1, 2, 3, 4, 100}, quantile), (Classes{1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(classes({100, 4, 3, 2, 1, 0}, quantile), (Classes{3, 3, 2, 2, 1, 1}));
  EXPECT_EQ(classes({5, 6}, quantile), (Classes{1, 2})); // 1 + floor(3 * 1 / 2)
}

// Less than 5 is one amount, less than 9 are three: 1 + floor(3 * 1 / 4) = 1 and 1 + floor(3 * 3 / 4) = 3.
TEST(TicketClasses, GivesEqualAmountsOneClass) {
  EXPECT_EQ(classes({1, 5, 5, 9}, {{"bounds", "quantile"}}), (Classes{1, 1, 1, 3}));
  EXPECT_EQ(classes({1, 5, 5, 9}), (Classes{1, 2, 2, 3})); // 3 * 4 / 8 = 1.5
}

TEST(TicketClasses, GivesOneClassWhereAllIsEqual) {
  for (const auto* bounds : {"equal_width", "quantile"}) {
    EXPECT_EQ(classes({4, 4, 4}, {{"bounds", bounds}}), (Classes{1, 1, 1}));
    EXPECT_EQ(classes({4}, {{"bounds", bounds}}), (Classes{1}));
    EXPECT_EQ(classes({}, {{"bounds", bounds}}), Classes{});
  }
}

// Jobs of one ticket, which a broker never gives out: by id.
TEST(TicketClasses, TakesJobsOfOneTicketById) {
  EXPECT_EQ(wanted(1, {{9, 1, 1}, {8, 1, 1}}, {{"nc", "1"}}), (Parts{{8, 1}, {9, 1}}));
}

TEST(TicketClasses, RefusesOtherParameters) {
  const auto refused = [](const Texts& given) {
    return testing::thrown<std::invalid_argument>([&] { test::make<Choice>(name, given); });
  };
  EXPECT_EQ(refused({{"nc", "0"}}), "parameter 'nc' cannot be '0'; valid: an integer, from 1 to 1000");
  EXPECT_EQ(refused({{"nc", "1001"}}), "parameter 'nc' cannot be '1001'; valid: an integer, from 1 to 1000");
  EXPECT_EQ(refused({{"bounds", "log"}}),
            "parameter 'bounds' cannot be 'log'; valid: one of equal_width, quantile");
}

} // namespace ticket_classes_test
} // namespace malha::pull
