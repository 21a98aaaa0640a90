// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"

#include <gtest/gtest.h>

namespace malha::cluster {
namespace easy_push_test {

using Texts = std::vector<std::string>;
constexpr auto common = ServiceClass::common, qos = ServiceClass::qos, emergency = ServiceClass::emergency;

struct Asked {
  int size;
  Seconds walltime;
  ServiceClass service = common;
  Seconds deadline = never;
};

/// A cluster with free nodes, and with nodes that come free at 100.
class Asking {
public:
  explicit Asking(int free, int busy, const std::string& push_limit = "3")
      : policy_(test::make<Queue>("cluster/easy_push", {{"push_limit", push_limit}})), free_(0, free),
        nodes_(free + busy), running_{{100, 90, 90, busy}} {}

  /// The reasons of the decision when these jobs are submitted. Jobs are numbered as they come.
  Texts submit(const std::vector<Asked>& jobs) {
    for (const auto& job : jobs) {
      requests_.push_back({{}, job.service, job.deadline, {}});
      const auto number = static_cast<JobHandle>(requests_.size() - 1);
      queue_.push_back({number, number, 0, job.walltime, job.size, &requests_.back()});
      changes_.arrived.push_back(queue_.back());
    }
    decision = policy_->decide({now_, nodes_, free_, {}, {}, queue_, running_, changes_, true});
    changes_ = {};
    for (const auto& start : decision.start) {
      const auto job =
          std::find_if(queue_.begin(), queue_.end(), [&](auto& one) { return one.handle == start.job; });
      free_.remove(free_.lowest(job->size));
      running_.push_back({now_ + job->walltime, job->id, job->handle, job->size});
      queue_.erase(job);
    }
    std::sort(running_.begin(), running_.end(),
              [](const auto& a, const auto& b) { return a.expected_end < b.expected_end; });
    return test::QueueAsking::reasons(decision);
  }

  Decision decision;

private:
  std::unique_ptr<Queue> policy_;
  Seconds now_ = 0;
  IndexSet free_;
  int nodes_;
  std::list<Request> requests_;
  std::list<QueuedJob> queue_;
  std::vector<Release> running_;
  Changes changes_;
};

// Of 4 nodes 2 are free. The head needs 4, so that it is promised [100, 150). Job 1, of 2 nodes for 120 s,
// does not fit before 100: its slot is [150, 270). If it has to end by 269, it goes before the head, [0,
// 120), and the head has [120, 170).
TEST(EasyPush, PushesTheHeadOnlyIfItWouldBeLate) {
  Asking patient(2, 2), urgent(2, 2);
  EXPECT_EQ(patient.submit({{4, 50}, {2, 120, qos, 270}}), (Texts{"1 reserved 150", "0 head_reserved 100"}));
  EXPECT_TRUE(patient.decision.deallocated.empty());
  EXPECT_EQ(urgent.submit({{4, 50}, {2, 120, qos, 269}}), (Texts{"1 pushes_head", "0 head_reserved 120"}));
  EXPECT_EQ(urgent.decision.deallocated, std::vector<JobHandle>{0});
}

// The same jobs. Before the head job 1 would end at 120, one second too late: it is treated as a common job.
TEST(EasyPush, DoesNotPushForNothing) {
  Asking asking(2, 2);
  EXPECT_EQ(asking.submit({{4, 50}, {2, 120, qos, 119}}),
            (Texts{"0 head_reserved 100", "1 would_delay_reservation"}));
}

// The head is of the same class as job 1 or of a higher one, or job 1 is a common job.
TEST(EasyPush, NeedsAHigherClassThanTheHeads) {
  const auto starts = [](ServiceClass head, ServiceClass other) {
    Asking asking(2, 2);
    asking.submit({{4, 50, head, 1000}, {2, 120, other, 200}});
    return !asking.decision.start.empty();
  };
  EXPECT_TRUE(starts(common, qos));
  EXPECT_TRUE(starts(common, emergency));
  EXPECT_TRUE(starts(qos, emergency));
  EXPECT_FALSE(starts(qos, qos));
  EXPECT_FALSE(starts(emergency, qos));
  EXPECT_FALSE(starts(common, common));
}

// Jobs 1 and 2, of one node for 120 and 150 s, have to end by 160. The head, at 100, is put off to 120 for
// the first of them, then to 150.
TEST(EasyPush, PushesAHeadNoMoreOftenThanTheLimit) {
  const std::vector<Asked> jobs{{4, 50}, {1, 120, qos, 160}, {1, 150, qos, 160}};
  EXPECT_EQ(Asking(2, 2, "0").submit(jobs),
            (Texts{"0 head_reserved 100", "1 would_delay_reservation", "2 would_delay_reservation"}));
  EXPECT_EQ(Asking(2, 2, "1").submit(jobs),
            (Texts{"1 pushes_head", "0 head_reserved 120", "2 would_delay_reservation"}));
  EXPECT_EQ(Asking(2, 2, "2").submit(jobs), (Texts{"1 pushes_head", "2 pushes_head", "0 head_reserved 150"}));
}

// The limit counts for the head, not for a decision: the second job comes later.
TEST(EasyPush, RemembersThePushesOfAHead) {
  Asking asking(2, 2, "1");
  EXPECT_EQ(asking.submit({{4, 50}, {1, 120, qos, 160}}), (Texts{"1 pushes_head", "0 head_reserved 120"}));
  EXPECT_EQ(asking.submit({{1, 150, qos, 160}}), (Texts{"0 head_reserved 120", "2 would_delay_reservation"}));
  EXPECT_TRUE(asking.decision.deallocated.empty());
}

// The second push does not put the head off: job 2 ends by 120 too, the date that the head was told.
TEST(EasyPush, APushThatBreaksNoPromiseIsFree) {
  Asking asking(2, 2, "1");
  EXPECT_EQ(asking.submit({{4, 50}, {1, 120, qos, 160}, {1, 120, qos, 160}}),
            (Texts{"1 pushes_head", "2 delays_no_reservation", "0 head_reserved 120"}));
}

// Both need 2 nodes and 120 s. The emergency job came last and goes first; [120, 240) is too late for job 1,
// as is [170, 290) behind the head.
TEST(EasyPush, ServesEmergencyJobsFirst) {
  Asking asking(2, 2);
  EXPECT_EQ(asking.submit({{4, 50}, {2, 120, qos, 200}, {2, 120, emergency, 200}}),
            (Texts{"2 pushes_head", "0 head_reserved 120", "1 too_few_nodes"}));
}

// Of 5 nodes 3 are free, and the head leaves one at 100. Urgent or not, a job that fits beside it starts. The
// common job 2 ends by 100.
TEST(EasyPush, FillsGapsAsEasyDoes) {
  Asking asking(3, 2);
  EXPECT_EQ(asking.submit({{4, 50}, {1, 1000, qos, 5000}, {2, 100}}),
            (Texts{"1 delays_no_reservation", "0 head_reserved 100", "2 delays_no_reservation"}));
}

// A slot that begins later is kept, too: job 1 needs 3 nodes and has [150, 170) behind the head. Job 2 would
// take one of the nodes until 160; 1 node is left beside job 1.
TEST(EasyPush, KeepsTheSlotsOfUrgentJobs) {
  Asking asking(2, 2);
  EXPECT_EQ(asking.submit({{3, 50}, {4, 20, qos, 170}, {1, 160}, {1, 150}}),
            (Texts{"1 reserved 150", "0 head_reserved 100", "2 would_delay_reservation",
                   "3 delays_no_reservation"}));
}

} // namespace easy_push_test
} // namespace malha::cluster
