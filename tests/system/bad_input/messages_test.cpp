// SPDX-License-Identifier: MIT
// Messages that are late, lost or doubled.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace messages_test {

const std::string late = "simulate -p star -w bag_of_tasks --environment late_messages -o out ";
const std::string replicated = late + "-d tuple_space.replicated --set platform.hosts=6 ";
const std::string lost = "simulate -p star -w bag_of_tasks --environment lost_messages -o out ";
const std::string doubled = "simulate -p star -w bag_of_tasks --environment doubled_messages -o out ";
const std::string chaos = "chaos -p star -w bag_of_tasks -d broker.workqueue ";
const std::string form =
    "; valid: NUMBER+S, a message and by how many seconds it is late, several with commas between them";

const std::vector<Case> refusals{
    {"NoMessages", replicated,
     "environment actor 'environment/late_messages', of settings late_messages.…: parameter 'messages' is "
     "missing; valid: a text"},
    {"LateByNegativeTime", replicated + "--set late_messages.messages=3+-1",
     "environment actor 'environment/late_messages': '3+-1' must be late by more than 0 s" + form},
    {"MessageTwice", replicated + "--set late_messages.messages=3+1,3+2",
     "environment actor 'environment/late_messages': message 3 is listed twice; valid: each message once"},
    {"MessageLateAndLost",
     replicated + "--set late_messages.messages=3+1 --environment lost_messages --set "
                  "lost_messages.messages=3",
     "environment actor 'environment/lost_messages': message 3 is listed twice; valid: each message once"},
    {"LateWithoutANetwork",
     late + "--set late_messages.messages=3+1 -d easygrid.successors --set transport=instant",
     "{source}/deployments/easygrid.successors.xml:7: actor 'easygrid/application' does not support messages "
     "that are late (environment actor 'environment/late_messages'); valid: transport=network"},
    {"LostByOneServer", lost + "--set lost_messages.messages=3 -d tuple_space.ticket_classes",
     "{source}/deployments/tuple_space.ticket_classes.xml:6: actor 'tuple_space/broker' does not support "
     "messages that are lost (environment actor 'environment/lost_messages'); valid: transport=network "
     "without "
     "tuple_space/space"},
    {"LostByABroker", lost + "--set lost_messages.messages=3 -d broker.workqueue",
     "{source}/deployments/broker.workqueue.xml:5: actor 'broker/broker' does not support messages that are "
     "lost (environment actor 'environment/lost_messages'); valid: a run without it, or a deployment whose "
     "entry point is one of tuple_space/broker"},
    {"DoubledAfterNoTime",
     doubled + "--set doubled_messages.messages=3+0 -d tuple_space.replicated --set platform.hosts=6",
     "environment actor 'environment/doubled_messages': '3+0' must be sent again after more than 0 s; valid: "
     "NUMBER+S, a message and after how many seconds it leaves again, several with commas between them"},
    {"DoubledAndLost",
     doubled + "--set doubled_messages.messages=3+1 -d tuple_space.replicated --set platform.hosts=6 "
               "--environment lost_messages --set lost_messages.messages=3",
     "environment actor 'environment/lost_messages': message 3 is listed twice; valid: each message once"},
    {"DoubledByABroker", doubled + "--set doubled_messages.messages=3+1 -d broker.workqueue",
     "{source}/deployments/broker.workqueue.xml:5: actor 'broker/broker' does not support messages that are "
     "doubled (environment actor 'environment/doubled_messages'); valid: a run without it, or a deployment "
     "whose entry point is one of easygrid/application, ownership/pool, tuple_space/broker"},
    {"DoubledAndNeverSent",
     doubled + "--set doubled_messages.messages=99999+1 -d tuple_space.replicated --set platform.hosts=6",
     "message 99999 is doubled, and the run sends 990 messages between hosts; valid: from 1 to 990"},
    {"ChaosOfMessagesThatAreTorn", chaos + "--messages torn",
     "chaos: --messages cannot be torn; valid: late, lost, doubled"},
    {"ChaosOfMessagesAndHosts", chaos + "--messages late --kill broker/worker",
     "chaos: with --messages no host crashes, so --kill and --down have no effect; valid: either --messages, "
     "or --kill and --down"},
    {"ChaosLateWithoutMessages", chaos + "--late 3",
     "chaos: --late is the delay of late messages, or of the second ones of doubled messages; valid: with "
     "--messages late or doubled"},
    {"ChaosLateByLostMessages", chaos + "--messages lost --late 3",
     "chaos: --late is the delay of late messages, or of the second ones of doubled messages; valid: with "
     "--messages late or doubled"},
    {"ChaosLateByNothing", chaos + "--messages late --late 0",
     "chaos: --late cannot be 0; valid: above 0, in s"},
    {"ChaosOfABrokerThatBearsNoLateMessage", chaos + "--messages late",
     "{source}/deployments/broker.workqueue.xml:5: actor 'broker/broker' does not support messages that are "
     "late (environment actor 'environment/late_messages'); valid: a run without it, or a deployment whose "
     "entry point is one of easygrid/application, ownership/pool, tuple_space/broker"},
};

INSTANTIATE_TEST_SUITE_P(Messages, Refusal, ::testing::ValuesIn(refusals), ByValue());

} // namespace messages_test
} // namespace malha::testing
