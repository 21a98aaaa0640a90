// SPDX-License-Identifier: MIT
#include "policies/cluster/priority/usage_book.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::test {
namespace usage_book_test {

using cluster::DecayRule;
using cluster::QueuedJob;
using cluster::UsageBook;
using cluster::UsageDecay;
using cluster::UsageReset;

UsageBook::Rules rules(Seconds period, Seconds half_life, DecayRule rule = DecayRule::slurm,
                       UsageReset reset = UsageReset::none) {
  return {period, UsageDecay(half_life, rule), reset, 0};
}

/// The users ann and bob in account lab: associations 2 and 3.
cluster::SharesOfSite site(double used_by_ann) {
  return {cluster::Accounts({{"root"}, {"lab", "", 0}, {"lab", "ann", 1}, {"lab", "bob", 1}},
                            {{"ann", "lab"}, {"bob", "lab"}}),
          {0, 0, used_by_ann, 0}};
}

constexpr int ann_of_site = 2, bob_of_site = 3;

/// A job of a user, for as long as this lives.
class JobOf {
public:
  JobOf(TaskId id, const std::string& user, int size, const std::string& group = "") {
    credentials_.user = user;
    credentials_.group = group;
    job_.id = id;
    job_.handle = static_cast<cluster::JobHandle>(id);
    job_.size = size;
    job_.credentials = &credentials_;
  }
  JobOf(const JobOf&) = delete;
  JobOf& operator=(const JobOf&) = delete;

  const QueuedJob& operator*() const { return job_; }

private:
  Credentials credentials_;
  QueuedJob job_;
};

// Measured on Slurm 22.05.8 with a half life of 120 s and passes each 60 s: 4e9 is 4e9 (1 - 0.693 / 120)^60 =
// 2825795657 after one pass, and 1996280274 after two.
TEST(UsageBook, DecaysAtPassesAsSlurmDoes) {
  const auto shares = site(4e9);
  UsageBook book(rules(60, 120));
  book.begin(&shares);
  EXPECT_FALSE(book.advance(59));
  EXPECT_EQ(book.tree()->usage(ann_of_site), 4e9);
  EXPECT_TRUE(book.advance(60));
  EXPECT_EQ(std::floor(book.tree()->usage(ann_of_site)), 2825795657);
  EXPECT_TRUE(book.advance(130));
  EXPECT_EQ(std::floor(book.tree()->usage(ann_of_site)), 1996280274);
  EXPECT_EQ(book.last_pass(), 120);
  EXPECT_EQ(book.next_pass(130), 180);
}

// Measured in the same way: 20 s at a billing of 200 on 1e9 add 200 * 20 * (1 - 0.693 / 120)^20 = 3562 at
// once, and 706451431 are left after the pass.
TEST(UsageBook, ChargesAJobThatEndsAtOnce) {
  const auto shares = site(1e9);
  UsageBook book(rules(60, 120));
  book.begin(&shares);
  const JobOf job(0, "ann", 200);
  book.started(*job, 0);
  book.advance(20);
  book.ended(*job, 20);
  EXPECT_EQ(std::floor(book.tree()->usage(ann_of_site)), 1000003562);
  book.advance(60);
  EXPECT_EQ(std::floor(book.tree()->usage(ann_of_site)), 706451431);
}

// Without decay 3 nodes are charged 3 a second: 300 at the pass, 150 more at the end.
TEST(UsageBook, ChargesARunningJobAtPassesAndAtItsEnd) {
  const auto shares = site(0);
  UsageBook book(rules(100, 0, DecayRule::slurm, UsageReset::yearly));
  book.begin(&shares);
  const JobOf job(0, "bob", 3);
  book.started(*job, 0);
  book.advance(100);
  EXPECT_EQ(book.tree()->usage(bob_of_site), 300);
  book.advance(150);
  book.ended(*job, 150);
  EXPECT_EQ(book.tree()->usage(bob_of_site), 450);
  EXPECT_EQ(book.tree()->usage(0), 450);
  book.advance(1000);
  EXPECT_EQ(book.tree()->usage(0), 450);
}

// A node that is held from 0 to 150 s, with a half life of 100 s: at 200 s the integral of 2^(-(200 - t) /
// 100) over that time, (100 / ln 2) (2^-0.5 - 2^-2). The passes at 100 and 200 s make no difference.
TEST(UsageBook, DecaysExactlyIfAsked) {
  const auto shares = site(0);
  UsageBook book(rules(100, 100, DecayRule::exact));
  book.begin(&shares);
  const JobOf job(0, "ann", 1);
  book.started(*job, 0);
  book.advance(150);
  book.ended(*job, 150);
  book.advance(200);
  EXPECT_NEAR(book.tree()->usage(ann_of_site), 100 / std::log(2) * (std::exp2(-0.5) - 0.25), 1e-9);
}

// The days begin at 86400 s and 172800 s.
TEST(UsageBook, ForgetsUsageAtItsResets) {
  const auto shares = site(1000);
  UsageBook book(rules(3600, 0, DecayRule::slurm, UsageReset::daily));
  book.begin(&shares);
  book.advance(86399);
  EXPECT_EQ(book.tree()->usage(ann_of_site), 1000);
  book.advance(86400);
  EXPECT_EQ(book.tree()->usage(ann_of_site), 0);
}

TEST(UsageBook, ForgetsWhatWasUsedBeforeIfItIsResetAtTheBeginning) {
  const auto shares = site(1000);
  UsageBook book(rules(3600, 0, DecayRule::slurm, UsageReset::now));
  book.begin(&shares);
  EXPECT_EQ(book.tree()->usage(ann_of_site), 0);
}

// Without accounts of the site: cy is new until the pass at 100 s, and has used 2 nodes for 60 s and 1 for
// 40 s by then. Group g is an account; dan's job names none.
TEST(UsageBook, FindsTheUsersOfJobs) {
  UsageBook book(rules(100, 0, DecayRule::slurm, UsageReset::yearly));
  book.begin(nullptr);
  const JobOf first(0, "cy", 2, "g"), second(1, "cy", 1, "g"), third(2, "dan", 1), nobody(3, "", 1);
  book.started(*first, 0);
  book.ended(*first, 60);
  book.started(*second, 60);
  EXPECT_FALSE(book.association(*second));
  EXPECT_FALSE(book.association(*third));
  EXPECT_FALSE(book.association(*nobody));
  EXPECT_EQ(book.tree(), nullptr);
  book.advance(100);
  // Sorted: account root has the users "-" and dan, then account g with cy.
  EXPECT_EQ(book.association(*nobody), 1);
  EXPECT_EQ(book.association(*third), 2);
  EXPECT_EQ(book.association(*second), 4);
  EXPECT_EQ(book.tree()->usage(4), 2 * 60 + 1 * 40);
  EXPECT_EQ(book.tree()->users(), 3);
  // Somebody else comes: the others keep what they have used.
  const JobOf fourth(4, "eve", 1, "f");
  book.started(*fourth, 100);
  book.advance(200);
  EXPECT_EQ(book.tree()->usage(*book.association(*second)), 2 * 60 + 1 * 140);
  EXPECT_EQ(book.tree()->usage(*book.association(*fourth)), 100);
}

// While nothing runs, a year of passes is one step: 1e9 / 2 after a half life of a year, whatever the period.
TEST(UsageBook, JumpsOverPassesWhileNothingRuns) {
  const auto shares = site(1e9);
  constexpr Seconds a_year = 31536000;
  UsageBook book(rules(1, a_year, DecayRule::exact));
  book.begin(&shares);
  EXPECT_TRUE(book.advance(a_year + 0.5));
  EXPECT_EQ(book.last_pass(), a_year);
  EXPECT_DOUBLE_EQ(book.tree()->usage(ann_of_site), 5e8);
}

// Handle 0 is used again by another user's job.
TEST(UsageBook, TellsJobsOfOneHandleApart) {
  const auto shares = site(0);
  UsageBook book(rules(0, 0, DecayRule::slurm, UsageReset::yearly));
  book.begin(&shares);
  const JobOf first(0, "ann", 1);
  EXPECT_EQ(book.association(*first), ann_of_site);
  const JobOf later(7, "bob", 1);
  QueuedJob again = *later;
  again.handle = 0;
  EXPECT_EQ(book.association(again), bob_of_site);
}

} // namespace usage_book_test
} // namespace malha::test
