// Included in front of every C++ file when better-sqlite3 is compiled. From Node 24.19 on, Node's
// header ties each statement to a hook, and taking it off again aborts the whole process when the
// garbage collector runs while no script does (nodejs/node#65446). Without the hook a statement is
// what it was with every header before.
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#define RemoveEnvironmentCleanupHook(isolate, hook, object) ((void)0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
