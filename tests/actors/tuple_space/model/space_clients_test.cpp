// SPDX-License-Identifier: MIT
#include "actors/tuple_space/model/clients.hpp"

#include <gtest/gtest.h>

namespace malha::tuple_space::testing {
namespace space_clients_test {

using Clients = std::vector<ClientId>;

// Nodes 0 and 1 are resources, node 2 a broker with two bags.
TEST(SpaceClients, HaveTheLeastNumberThatTheirNodeHasGivenBack) {
  SpaceClients clients(3);
  EXPECT_EQ(clients.begin(0), 0);
  EXPECT_EQ(clients.begin(1), 1);
  EXPECT_EQ(clients.begin(2), 2);
  EXPECT_EQ(clients.begin(2), 3);
  clients.leave(2);
  EXPECT_EQ(clients.begin(1), 4) << "that of another node is none";
  EXPECT_EQ(clients.begin(2), 2);
  EXPECT_EQ(clients.node_of(2), 2);
  EXPECT_EQ(clients.node_of(4), 1);
}

TEST(SpaceClients, EndWithTheirNode) {
  SpaceClients clients(2);
  clients.begin(0);
  clients.begin(1);
  clients.begin(1);
  clients.end_all(1);
  EXPECT_EQ(clients.ended_on(1), (Clients{1, 2}));
  EXPECT_TRUE(clients.ended_on(0).empty());
  EXPECT_FALSE(clients.has_ended(0));
  EXPECT_TRUE(clients.has_ended(2));
}

// Client 1 ends, and client 2 begins in its place. Of client 2 it follows that 1 is gone, until that is
// undone; of clients that have ended themselves, or live elsewhere, nothing follows.
TEST(SpaceClients, SayThatThoseBeforeThemAreGone) {
  SpaceClients clients(2);
  clients.begin(0);
  clients.begin(1);
  clients.end_all(1);
  EXPECT_EQ(clients.begin(1), 2);
  EXPECT_EQ(clients.ended_before(2), Clients{1});
  EXPECT_TRUE(clients.ended_before(1).empty());
  EXPECT_TRUE(clients.ended_before(0).empty());
  clients.undone(1);
  EXPECT_TRUE(clients.ended_before(2).empty());
  EXPECT_TRUE(clients.has_ended(1));
}

// The last message of one that has left may be lost, so that nobody may have its number again.
TEST(SpaceClients, EndWithTheirNodeAlsoWhenTheyHaveLeft) {
  SpaceClients clients(1);
  clients.begin(0);
  clients.leave(0);
  clients.end_all(0);
  EXPECT_TRUE(clients.has_ended(0));
  EXPECT_EQ(clients.begin(0), 1);
  EXPECT_EQ(clients.ended_before(1), Clients{0});
}

} // namespace space_clients_test
} // namespace malha::tuple_space::testing
