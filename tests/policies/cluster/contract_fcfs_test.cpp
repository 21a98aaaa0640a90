// SPDX-License-Identifier: MIT
#include "contract_asking.hpp"

namespace malha::cluster {
namespace contract_fcfs_test {

using test::ContractAsking;
using test::node;
using test::node_of;
using test::nodes;
using test::Texts;

const std::string name = "cluster/contract_fcfs";

// Two slots on each of two nodes: two jobs of two tasks, no third.
TEST(ContractFcfs, FillsSlotsInOrder) {
  ContractAsking asking(name, {}, 2, nodes(2));
  for (int job = 0; job < 3; ++job)
    asking.submit(2);
  asking.submit(1);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 too_few_nodes", "3 behind_head"}));
  EXPECT_EQ(asking.starts(), (Texts{"0: 0 1", "1: 0 1"}));
  asking.end(0);
  EXPECT_EQ(asking.starts(), Texts{"2: 0 1"});
}

// All four are alike, and job 0 gets the first. Job 1 gets the first of those without a task. Nodes 2 and 3
// have none, and 2 has a user: job 2 gets 3. Job 3 gets 2: fewer tasks count more than a user who is there.
TEST(ContractFcfs, TakesFewestTasksThenNodesWithoutAUser) {
  ContractAsking asking(name, {}, 3, nodes(4));
  asking.users({std::nullopt, std::nullopt, 0, std::nullopt});
  for (int job = 0; job < 4; ++job)
    asking.submit(1);
  EXPECT_EQ(asking.starts(), (Texts{"0: 0", "1: 1", "2: 3", "3: 2"}));
}

// Of memory 1000, 800, 1000: job 0 gets node 0, the first of the largest, job 1 node 2, and job 2 what has no
// task yet. Then all have a task, and 700, 700 and 900 are left: job 3 gets the largest, and of equals the
// first.
TEST(ContractFcfs, TakesMostFreeMemoryThenTheFirst) {
  ContractAsking asking(name, {}, 3, {node(1000), node(800), node(1000)});
  asking.submit(1, never, 300);
  asking.submit(1, never, 100);
  asking.submit(1, never, 100);
  asking.submit(2, never, 550);
  EXPECT_EQ(asking.starts(), (Texts{"0: 0", "1: 2", "2: 1", "3: 2 0"}));
}

// Job 0 leaves 400 on each node. Job 1 asks for 500, job 2 for the 400.
TEST(ContractFcfs, LetsOthersPassOnlyUnderFpfs) {
  for (const auto* pass : {"fcfs", "fpfs"}) {
    ContractAsking asking(name, {{"pass", pass}}, 4, nodes(2, 1000));
    asking.submit(2, never, 600);
    asking.submit(2, never, 500);
    asking.submit(1, never, 400);
    const bool is_fcfs = std::string(pass) == "fcfs";
    EXPECT_EQ(asking.reasons(),
              (Texts{"0 head", "1 contract_leaves_too_few", is_fcfs ? "2 behind_head" : "2 fits"}));
    EXPECT_EQ(asking.starts(), is_fcfs ? Texts{"0: 0 1"} : (Texts{"0: 0 1", "2: 0"}));
  }
}

// The user takes 350 of 1000 of node 0: a task of 700 finds room on node 1 alone, one of 650 on both.
TEST(ContractFcfs, LeavesLocalUsersTheirMemory) {
  ContractAsking asking(name, {}, 1, nodes(2, 1000));
  asking.users({350, std::nullopt});
  asking.submit(2, never, 700);
  EXPECT_EQ(asking.starts(), Texts{});
  asking.users({std::nullopt, std::nullopt});
  EXPECT_EQ(asking.starts(), Texts{"0: 0 1"});
  asking.end(0);
  asking.users({350, std::nullopt});
  asking.submit(2, never, 650);
  EXPECT_EQ(asking.starts(), Texts{"1: 1 0"}); // node 1 has no user
}

// Site a has two nodes, b three. Three tasks need b. Then a is the emptier, with 0 tasks a node against 1.
// Then both have 1, and a is the first. Then a has 2, b 1: job 3 goes to b. No site has four nodes, whatever
// the slots.
TEST(ContractFcfs, KeepsAJobWithinTheSiteThatHasFewestTasksANode) {
  ContractAsking asking(name, {}, 4, {node_of("a"), node_of("a"), node_of("b"), node_of("b"), node_of("b")});
  asking.submit(3);
  asking.submit(2);
  asking.submit(2);
  asking.submit(2);
  asking.submit(4);
  EXPECT_EQ(asking.starts(), (Texts{"4 dropped", "0: 2 3 4", "1: 0 1", "2: 0 1", "3: 2 3"}));
}

// Two nodes have 600, but not of one site. With two of 500 there is a site for it, once it is empty.
TEST(ContractFcfs, DropsWhatNoSiteHasTheMemoryFor) {
  ContractAsking asking(name, {}, 1, {node(600, "a"), node(500, "a"), node(600, "b")});
  asking.submit(2, never, 600);
  asking.submit(2, never, 500);
  EXPECT_EQ(asking.starts(), (Texts{"0 dropped", "1: 0 1"}));
}

} // namespace contract_fcfs_test
} // namespace malha::cluster
