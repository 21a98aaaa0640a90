// SPDX-License-Identifier: MIT
#include "contract_asking.hpp"

namespace malha::cluster {
namespace contract_backfill_test {

using test::ContractAsking;
using test::node_of;
using test::nodes;
using test::Texts;

const std::string name = "cluster/contract_backfill";

// Job 0 has nodes 0 and 1 until 10, and job 1 needs three: at 10 it gets 0 and 1, which are full now, and 2.
// Job 2 runs past 10, on node 3. Job 3 would need node 2 beyond 10. Job 4 has it until 10.
TEST(ContractBackfill, FillsGapsBesideTheReservation) {
  ContractAsking asking(name, {}, 1, nodes(4));
  asking.submit(2, 10);
  asking.submit(3, 5);
  asking.submit(1, 20);
  asking.submit(1, 20);
  asking.submit(1, 10);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head_reserved 10", "2 fits_in_extra_nodes",
                                     "3 would_delay_reservation", "4 ends_by_shadow_time"}));
  EXPECT_EQ(asking.starts(), (Texts{"0: 0 1", "2: 3", "4: 2"}));
  asking.now = 10;
  asking.end(0);
  asking.end(4);
  EXPECT_EQ(asking.starts(), Texts{"1: 0 1 2"});
}

// Two slots on each of two nodes of 1000. Job 0 leaves 400 on node 0 until 10; job 1 needs 500 on both, at
// 10. Jobs 2 to 5 run past 10, where job 1 leaves a slot and 500 on each node. Job 2, of 600, finds room only
// until then. Jobs 3 and 4, of 400, take the two slots, of node 1 first, since it has no task yet. So job 5
// finds a free slot on node 1, but none beside job 1.
TEST(ContractBackfill, ReservesSlotsAndMemory) {
  ContractAsking asking(name, {}, 2, nodes(2, 1000));
  asking.submit(1, 10, 600);
  asking.submit(2, 5, 500);
  asking.submit(1, 20, 600);
  asking.submit(1, 20, 400);
  asking.submit(1, 20, 400);
  asking.submit(1, 20, 0);
  EXPECT_EQ(asking.reasons(),
            (Texts{"0 head", "1 head_reserved 10", "2 would_delay_reservation", "3 fits_in_extra_nodes",
                   "4 fits_in_extra_nodes", "5 would_delay_reservation"}));
  EXPECT_EQ(asking.starts(), (Texts{"0: 0", "3: 1", "4: 0"}));
}

// Both end at 10, and the job that needs two nodes is not put off to 20, where job 2 ends.
TEST(ContractBackfill, CountsAllThatIsGivenBackAtTheShadowTime) {
  ContractAsking asking(name, {}, 1, nodes(3));
  asking.submit(1, 10);
  asking.submit(1, 10);
  asking.submit(1, 20);
  asking.submit(2, 5);
  EXPECT_EQ(asking.reasons()[3], "3 head_reserved 10");
}

// 650 are left beside the user. Nothing runs whose end would help job 0, and nothing is held back for it.
TEST(ContractBackfill, HoldsNothingBackForAJobThatLocalUsersKeepOut) {
  ContractAsking asking(name, {}, 2, nodes(1, 1000));
  asking.users({350});
  asking.submit(1, 10, 700);
  asking.submit(1, 10, 600);
  EXPECT_EQ(asking.reasons(), (Texts{"0 contract_leaves_too_few", "1 fits"}));
  EXPECT_EQ(asking.starts(), Texts{"1: 0"});
}

// As in the first test, where job 2 is reserved nodes at 10 because job 0 ends then. The instance that
// started job 0 is not the one that is asked.
TEST(ContractBackfill, KnowsFromTheViewWhatRuns) {
  ContractAsking asking(name, {}, 1, nodes(4));
  asking.submit(2, 10);
  EXPECT_EQ(asking.starts(), Texts{"0: 0 1"});
  asking.change_policy();
  asking.submit(3, 5);
  asking.submit(1, 20);
  asking.submit(1, 20);
  EXPECT_EQ(asking.reasons(),
            (Texts{"1 head_reserved 10", "2 fits_in_extra_nodes", "3 would_delay_reservation"}));
}

// Of four nodes each site has two. The head needs both of a site: those of a at 10, where job 0 ends, not
// those of b at 20. So job 3 may run on b for as long as it likes.
TEST(ContractBackfill, ReservesWithinASite) {
  ContractAsking asking(name, {}, 1, {node_of("a"), node_of("a"), node_of("b"), node_of("b")});
  asking.submit(2, 10);
  asking.submit(1, 20);
  asking.submit(2, 5);
  asking.submit(1, 100);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 head_reserved 10", "3 fits_in_extra_nodes"}));
  EXPECT_EQ(asking.starts(), (Texts{"0: 0 1", "1: 2", "3: 3"}));
}

} // namespace contract_backfill_test
} // namespace malha::cluster
